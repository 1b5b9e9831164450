import {
  createConnectionSchema,
  defaultWorkerPool,
  type CreateConnection,
} from '@sluice/contracts';
import type { ConnectionSettings } from '@sluice/database';
import { definitionFor, definitions } from '@sluice/drivers/definitions';
import type { FieldError } from '@sluice/errors';
import {
  changesOf,
  type ConnectionData,
  mergeData,
  nameFields,
  problemsOf,
  type RefusedField,
} from '../connection-data/index.js';

/** A connection that was given beside the API: by the environment or by a file. */
export interface GivenConnection {
  id: string;
  name: string;
  driver: string;
  data: ConnectionData;
  /** What was not given has its default. */
  settings: Required<ConnectionSettings>;
}

/** A connection, or all that is wrong with it; paths are those of the body. */
export type CheckedConnection =
  { connection: GivenConnection; problems: [] } | { connection: null; problems: FieldError[] };

/**
 * Checks what `POST /api/connections` would take, and more strictly: the id is needed, and no field may be there
 * that means nothing, for nobody reads an answer.
 */
export function checkConnection(body: unknown, allowsSockets: boolean): CheckedConnection {
  const parsed = createConnectionSchema.safeParse(body);
  const problems: FieldError[] = [];
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems.push({ path: path.join('.'), message });
  }
  // What the driver needs is told in the same breath as what the connection needs.
  const given = isFields(body) ? body : {};
  if (isFields(body) && given['id'] === undefined)
    problems.push({ path: 'id', message: 'is required' });
  const driver = typeof given['driver'] === 'string' ? given['driver'] : '';
  const definition = definitionFor(driver);
  if (definition === undefined) {
    const known = definitions.map((each) => each.id).join(', ');
    if (driver !== '') problems.push({ path: 'driver', message: `is unknown; there are ${known}` });
    return { connection: null, problems };
  }
  const { named, refused } = nameFields(
    definition,
    { ...given, data: isFields(given['data']) ? given['data'] : {} },
    'every-unknown',
  );
  const data = mergeData(definition, {}, changesOf(definition, named, {}));
  problems.push(
    ...refused.map(refusedProblem),
    ...problemsOf(definition, data, () => allowsSockets),
  );
  if (!parsed.success || problems.length > 0) return { connection: null, problems };
  const { id = '', name } = parsed.data;
  return {
    connection: { id, name, driver, data, settings: settingsOf(parsed.data) },
    problems: [],
  };
}

const isFields = (value: unknown): value is ConnectionData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was not given has its default, so that what is no longer given has it again. */
const settingsOf = (given: CreateConnection): GivenConnection['settings'] => ({
  description: given.description ?? '',
  multiStatementTransactionEnabled: given.multiStatementTransactionEnabled ?? true,
  idleTimeoutSeconds: given.idleTimeoutSeconds ?? 3_600,
  maxRows: given.maxRows ?? null,
  maxConcurrency: given.maxConcurrency ?? null,
  queryTimeoutSeconds: given.queryTimeoutSeconds ?? null,
  readOnly: given.readOnly ?? false,
  workerPool: given.workerPool ?? defaultWorkerPool,
});

/** The name of the variable or of the file's field stands in front of it. */
const refusedProblem = (refused: RefusedField): FieldError => ({
  path: refused.path,
  message:
    'suggestion' in refused
      ? `is unknown; did you mean ${refused.suggestion}?`
      : `has another value than ${refused.contradicts}, which means the same`,
});
