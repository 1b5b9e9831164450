import {
  defaultWorkerPool,
  type Connection,
  type CreateConnection,
  type UpdateConnection,
} from '@sluice/contracts';
import {
  newId,
  type Cipher,
  type ConnectionRepository,
  type ConnectionRow,
  type ConnectionSettings,
  type RevocationRepository,
  type Slice,
} from '@sluice/database';
import { definitionFor, type DriverDefinition } from '@sluice/drivers/definitions';
import { AppError, badRequest, notFound, type FieldError } from '@sluice/errors';
import {
  onlyConnectionsOf,
  usesEveryConnection,
  type Principal,
} from '../identity/principal/index.js';
import { isEditable, presentConnection, presentForAdmin } from './presenter.js';
import {
  decryptData,
  encryptData,
  changesOf,
  mergeData,
  problemsOf,
  secretsToRepeat,
  type AllowsSocket,
  type ConnectionData,
  type DataCarrier,
  nameFields,
  pemKeysOf,
  pemProblemsOf,
} from '../connection-data/index.js';

/** Dependencies of the connection functions. */
export interface ConnectionDependencies {
  connections: ConnectionRepository;
  schemaCache: { removeForConnection(connectionId: string): Promise<void> };
  revocations: RevocationRepository;
  cipher: Cipher;
  /** Whether hosts may be folders of Unix sockets: SERVICE_UNIX_SOCKETS_DIR is set. */
  allowsSockets: boolean;
  /** Receives data that cannot be decrypted. */
  onUnreadable(connectionId: string, error: unknown): void;
}

/** Lists the connections that the principal may use. */
export async function listConnections(
  deps: ConnectionDependencies,
  principal: Principal,
  slice: Slice,
): Promise<Connection[]> {
  const isAdmin = principal.role === 'admin';
  const rows = await deps.connections.list({
    userId: usesEveryConnection(principal) ? null : principal.id,
    ids: onlyConnectionsOf(principal),
    ...slice,
  });
  return rows.map((row) =>
    isAdmin ? presentForAdmin(row, readableData(deps, row)) : presentConnection(row),
  );
}

/** Returns a connection, for an admin. */
export async function getConnection(deps: ConnectionDependencies, id: string): Promise<Connection> {
  const row = await deps.connections.find(id);
  if (row === null) throw notFound();
  return presentForAdmin(row, readableData(deps, row));
}

/** Creates a connection. @throws AppError 400 */
export async function createConnection(
  deps: ConnectionDependencies,
  body: CreateConnection,
): Promise<Connection> {
  const definition = requireDriver(body.driver);
  const { id = newId(), name, driver } = body;
  const data = newData(deps, definition, body);
  const encryptedData = encryptData(deps.cipher, id, data);
  const row = await deps.connections.create({
    ...settingsOf(body),
    id,
    name,
    driver,
    encryptedData,
  });
  if (row === null) throw badRequest([{ path: 'id', message: 'is taken' }], 'The id is taken');
  return presentForAdmin(row, data);
}

/** Merges a change into a connection. @throws AppError 400, 404, 409 */
export async function updateConnection(
  deps: ConnectionDependencies,
  id: string,
  body: UpdateConnection,
): Promise<Connection> {
  // A concurrent change is read and merged, not overwritten.
  for (let attempt = 0; attempt < 5; attempt++) {
    const row = await deps.connections.find(id);
    if (row === null) throw notFound();
    requireEditable(row);
    const { name, driver = row.driver } = body;
    const data = changedData(deps, readableData(deps, row), row.driver, driver, body);
    const encryptedData = encryptData(deps.cipher, id, data);
    const change = { ...settingsOf(body), name, driver, encryptedData };
    const updated = await deps.connections.update(id, row.version, change);
    if (updated !== null) {
      await deps.schemaCache.removeForConnection(id);
      return presentForAdmin(updated, data);
    }
  }
  throw new AppError('conflict', 409, 'Another user is changing the connection');
}

/** Returns the data of a new connection. @throws AppError 400 */
export function newData(
  { allowsSockets }: Pick<ConnectionDependencies, 'allowsSockets'>,
  definition: DriverDefinition,
  body: DataCarrier,
): ConnectionData {
  const data = mergeData(definition, {}, changesOf(definition, requireNamed(definition, body), {}));
  requireValid(definition, data, () => allowsSockets);
  requirePem(definition, data);
  return data;
}

/** Returns the data of a connection after a change. @throws AppError 400 */
export function changedData(
  { allowsSockets }: Pick<ConnectionDependencies, 'allowsSockets'>,
  stored: ConnectionData,
  storedDriver: string,
  driver: string,
  body: DataCarrier,
): ConnectionData {
  const definition = requireDriver(driver);
  const driverChanged = driver !== storedDriver;
  const kept = driverChanged ? {} : stored;
  const changes = changesOf(definition, requireNamed(definition, body), kept);
  const missing = secretsToRepeat(definition, stored, changes, driverChanged);
  if (missing.length > 0) {
    const title = "Send the secrets again: the connection's endpoint changes";
    throw badRequest(missing, title, 'secrets_needed');
  }
  const data = mergeData(definition, kept, changes);
  requireValid(definition, data, () => allowsSockets);
  // A certificate that expired after it was saved does not block other changes.
  if (driverChanged || pemKeysOf(definition).some((key) => key in changes)) {
    requirePem(definition, data);
  }
  return data;
}

/**
 * Deletes a connection with its secrets, cached schemas and access rows, and cancels its work.
 *
 * @throws AppError 400, 404
 */
export async function removeConnection(
  deps: ConnectionDependencies,
  byUserId: string,
  id: string,
): Promise<void> {
  const row = await deps.connections.find(id);
  if (row !== null) requireEditable(row);
  if (!(await deps.connections.remove(id))) throw notFound();
  await deps.revocations.endUnauthorized(byUserId);
}

/** @throws AppError 400 for a connection that is defined in the environment */
function requireEditable(row: ConnectionRow): void {
  if (isEditable(row)) return;
  const message = 'is defined in the environment of the service and can only be changed there';
  throw badRequest([{ path: 'id', message }], `This connection ${message}`, 'not_editable');
}

/** Returns the definition of a driver. @throws AppError 400 for an unknown one */
export function requireDriver(id: string): DriverDefinition {
  const definition = definitionFor(id);
  if (definition === undefined) {
    throw badRequest([{ path: 'driver', message: 'is unknown' }], 'Unknown driver');
  }
  return definition;
}

/**
 * Returns the request with the driver's keys. @throws AppError 400 naming each field that would be
 * ignored
 */
function requireNamed(definition: DriverDefinition, body: DataCarrier): DataCarrier {
  const { named, refused } = nameFields(definition, body, 'meant-for-driver');
  const problems = refused.map((each) => ({
    path: each.path,
    message:
      'suggestion' in each
        ? `Unknown field ${each.name}. Did you mean ${each.suggestion}?`
        : `${each.name} and ${each.contradicts} are the same field and have different values. Send one of them.`,
  }));
  const [first] = problems;
  if (first !== undefined) throw badRequest(problems, first.message);
  return named;
}

/** @throws AppError 400 naming each invalid field */
export function requireValid(
  definition: DriverDefinition,
  data: ConnectionData,
  allowsSocket: AllowsSocket,
): void {
  refuseAny(problemsOf(definition, data, allowsSocket));
}

/** @throws AppError 400 naming each field with unusable PEM text */
function requirePem(definition: DriverDefinition, data: ConnectionData): void {
  const { problems, expired } = pemProblemsOf(definition, data);
  refuseAny([...problems, ...expired]);
}

function refuseAny(problems: FieldError[]): void {
  const [first] = problems;
  if (first !== undefined) throw badRequest(problems, `"${first.path}" ${first.message}`);
}

/** Data that cannot be decrypted must not hide the connection: an admin can enter it again. */
function readableData(deps: ConnectionDependencies, row: ConnectionRow): ConnectionData {
  try {
    return decryptData(deps.cipher, row);
  } catch (error) {
    deps.onUnreadable(row.id, error);
    return {};
  }
}

const settingsOf = (body: UpdateConnection): ConnectionSettings => ({
  description: body.description,
  multiStatementTransactionEnabled: body.multiStatementTransactionEnabled,
  idleTimeoutSeconds: body.idleTimeoutSeconds,
  maxRows: body.maxRows,
  maxConcurrency: body.maxConcurrency,
  queryTimeoutSeconds: body.queryTimeoutSeconds,
  readOnly: body.readOnly,
  environment: body.environment,
  environmentColor: body.environmentColor,
  ...(body.workerPool !== undefined && { workerPool: body.workerPool ?? defaultWorkerPool }),
});
