import { defaultWorkerPool, type Connection, type EnvironmentColor } from '@sluice/contracts';
import type { ConnectionRow } from '@sluice/database';
import { definitionFor } from '@sluice/drivers/definitions';
import { plainFields, withoutSecrets, type ConnectionData } from '../connection-data/index.js';

/** Presents a connection to a user without admin rights, without its endpoint. */
export function presentConnection(row: ConnectionRow): Connection {
  const definition = definitionFor(row.driver);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    driver: row.driver,
    multiStatementTransactionEnabled: row.multiStatementTransactionEnabled,
    idleTimeoutSeconds: row.idleTimeoutSeconds,
    maxRows: row.maxRows,
    maxConcurrency: row.maxConcurrency,
    queryTimeoutSeconds: row.queryTimeoutSeconds,
    readOnly: row.readOnly,
    workerPool: row.workerPool === defaultWorkerPool ? null : row.workerPool,
    environment: row.environment,
    environmentColor: row.environmentColor as EnvironmentColor,
    pausedUntil: isPaused(row) ? row.pausedUntil.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    editable: isEditable(row),
    supportsConnectionClient: definition?.supportsConnectionClient ?? false,
    isAsynchronous: definition?.isAsynchronous ?? false,
  };
}

/** Returns false for connections that are defined in the environment. */
export const isEditable = ({ source }: ConnectionRow): boolean => source === 'stored';

const isPaused = (row: ConnectionRow): row is ConnectionRow & { pausedUntil: Date } =>
  row.pausedUntil !== null && row.pausedUntil > new Date();

/**
 * Presents a connection to an admin: `data` with empty secrets, and its other fields repeated at
 * the top level.
 */
export function presentForAdmin(row: ConnectionRow, data: ConnectionData): Connection {
  const definition = definitionFor(row.driver);
  if (definition === undefined) return { ...presentConnection(row), data: {} };
  return {
    ...plainFields(definition, data),
    ...presentConnection(row),
    data: withoutSecrets(definition, data),
  };
}
