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
  pemProblemsOf,
  problemsOf,
  type RefusedField,
} from '../connection-data/index.js';

/** A provisioned connection: defined in the environment or in a file. */
export interface ConnectionDefinition {
  id: string;
  name: string;
  driver: string;
  data: ConnectionData;
  /** Omitted settings have their defaults. */
  settings: Required<ConnectionSettings>;
}

/** A connection, or its problems with the paths of the body. */
export type CheckedConnection =
  | { connection: ConnectionDefinition; problems: []; warnings: FieldError[] }
  | { connection: null; problems: FieldError[]; warnings: [] };

/**
 * Checks a body of `POST /api/connections` more strictly than the route does: the id is required
 * and unknown fields are refused, because no user reads a response.
 */
export function checkConnection(body: unknown, allowsSockets: boolean): CheckedConnection {
  const parsed = createConnectionSchema.safeParse(body);
  const problems: FieldError[] = [];
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems.push({ path: path.join('.'), message });
  }
  // The driver's fields are checked even if the connection's own fields are invalid.
  const given = isFields(body) ? body : {};
  if (isFields(body) && given['id'] === undefined)
    problems.push({ path: 'id', message: 'is required' });
  const driver = typeof given['driver'] === 'string' ? given['driver'] : '';
  const definition = definitionFor(driver);
  if (definition === undefined) {
    const known = definitions.map((each) => each.id).join(', ');
    if (driver !== '')
      problems.push({ path: 'driver', message: `is unknown. Known drivers: ${known}` });
    return { connection: null, problems, warnings: [] };
  }
  const { named, refused } = nameFields(
    definition,
    { ...given, data: isFields(given['data']) ? given['data'] : {} },
    'every-unknown',
  );
  const data = mergeData(definition, {}, changesOf(definition, named, {}));
  const pem = pemProblemsOf(definition, data);
  problems.push(
    ...refused.map(refusedProblem),
    ...problemsOf(definition, data, () => allowsSockets),
    ...pem.problems,
  );
  if (!parsed.success || problems.length > 0) return { connection: null, problems, warnings: [] };
  const { id = '', name } = parsed.data;
  return {
    connection: { id, name, driver, data, settings: settingsOf(parsed.data) },
    problems: [],
    // A certificate that expires between two starts must not stop the service with all its connections.
    warnings: pem.expired,
  };
}

const isFields = (value: unknown): value is ConnectionData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Omitted settings get their defaults, so that a removed setting returns to it. */
const settingsOf = (given: CreateConnection): ConnectionDefinition['settings'] => ({
  description: given.description ?? '',
  multiStatementTransactionEnabled: given.multiStatementTransactionEnabled ?? true,
  idleTimeoutSeconds: given.idleTimeoutSeconds ?? 3_600,
  maxRows: given.maxRows ?? null,
  maxConcurrency: given.maxConcurrency ?? null,
  queryTimeoutSeconds: given.queryTimeoutSeconds ?? null,
  readOnly: given.readOnly ?? false,
  workerPool: given.workerPool ?? defaultWorkerPool,
  environment: given.environment ?? '',
  environmentColor: given.environmentColor ?? 'gray',
});

/** The message is prefixed with the variable or the field of the file. */
const refusedProblem = (refused: RefusedField): FieldError => ({
  path: refused.path,
  message:
    'suggestion' in refused
      ? `is unknown; did you mean ${refused.suggestion}?`
      : `differs from ${refused.contradicts}, which is the same field`,
});
