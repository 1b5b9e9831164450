import { nearest } from '@sluice/config';
import {
  createConnectionSchema,
  defaultWorkerPool,
  type CreateConnection,
} from '@sluice/contracts';
import type { ConnectionSettings } from '@sluice/database';
import { definitionFor, definitions, type DriverDefinition } from '@sluice/drivers/definitions';
import type { FieldError } from '@sluice/errors';
import { changesOf, mergeData, problemsOf, type ConnectionData } from '../connection-data.js';

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

const ownFields = Object.keys(createConnectionSchema.shape);

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
  const carrier = { ...given, data: isFields(given['data']) ? given['data'] : {} };
  const data = mergeData(definition, {}, changesOf(definition, carrier, {}));
  problems.push(
    ...unknownFields(definition, carrier),
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

function unknownFields(
  definition: DriverDefinition,
  { data, ...top }: { data: ConnectionData; [field: string]: unknown },
): FieldError[] {
  const keys = definition.fields.map(({ key }) => key);
  const among = (names: string[], known: string[], prefix: string): FieldError[] =>
    names
      .filter((name) => !known.includes(name))
      .map((name) => ({
        path: `${prefix}${name}`,
        message: `is unknown; did you mean ${nearest(name, known)}?`,
      }));
  return [
    ...among(Object.keys(top), [...ownFields, ...keys], ''),
    ...among(Object.keys(data), keys, 'data.'),
  ];
}
