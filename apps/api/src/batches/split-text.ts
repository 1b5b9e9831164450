import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CreateBatch } from '@sluice/contracts';
import type { ConnectionRepository } from '@sluice/database';
import { definitionFor } from '@sluice/drivers/definitions';
import { badRequest, forbidden } from '@sluice/errors';
import { splitInSlices, type Dialect, type StatementPiece } from '@sluice/sql';
import type { DriverCache } from './driver-cache.js';

/** A user whose access to a connection a batch uses. */
export interface AccessUser {
  id: string;
  /** The user needs no access row. */
  isAdmin: boolean;
}

/** Dependencies of {@link splitText}. */
export interface SplitDependencies {
  connections: Pick<ConnectionRepository, 'findFor'>;
  drivers: DriverCache;
  maxStatementsPerBatch: number;
}

/** The statements of a batch, and the driver by whose dialect they were split. */
export interface Split {
  driver: string;
  statements: StatementPiece[];
}

/**
 * Splits by the dialect of the cached driver, if there is one: the write checks that the connection
 * still has this driver and that the user may use it. Refused text is split again with the
 * current driver.
 *
 * @throws AppError 400 for an unknown connection or a text without statements or with too many; 403
 */
export async function splitText(
  { connections, drivers, maxStatementsPerBatch }: SplitDependencies,
  access: AccessUser,
  body: CreateBatch,
): Promise<Split> {
  const known = drivers.get(body.connectionId);
  const dialect = known === undefined ? undefined : definitionFor(known)?.dialect;
  if (known !== undefined && dialect !== undefined) {
    const statements = await piecesOf(body, dialect, maxStatementsPerBatch);
    if (isCountAllowed(statements, maxStatementsPerBatch)) return { driver: known, statements };
  }
  const found = await usableDriver(connections, access, body.connectionId);
  drivers.set(body.connectionId, found.driver);
  return {
    driver: found.driver,
    statements: await statementsOf(body, found.dialect, maxStatementsPerBatch),
  };
}

async function usableDriver(
  connections: Pick<ConnectionRepository, 'findFor'>,
  access: AccessUser,
  connectionId: string,
): Promise<{ driver: string; dialect: Dialect }> {
  const found = await connections.findFor(connectionId, access.id);
  const refuse = (message: string) => badRequest([{ path: 'connectionId', message }]);
  if (found === null) throw refuse('Connection does not exist');
  if (!access.isAdmin && !found.allowed) {
    throw forbidden('No access to this connection', 'connection_access');
  }
  const { driver } = found.row;
  const definition = definitionFor(driver);
  if (definition === undefined) throw refuse("The connection's driver is not installed");
  return { driver, dialect: definition.dialect };
}

const isSelection = ({ selectedText }: CreateBatch): boolean => (selectedText ?? '').trim() !== '';

/** Returns the statements, at most one more than the limit. */
const piecesOf = (body: CreateBatch, dialect: Dialect, limit: number): Promise<StatementPiece[]> =>
  splitInSlices(executedText(body), dialect, { limit: limit + 1, pause: () => nextTurn() });

/** The text that a batch runs: the selection, if there is one. */
export const executedText = (body: CreateBatch): string =>
  isSelection(body) ? (body.selectedText ?? '') : body.batchText;

const isCountAllowed = ({ length }: StatementPiece[], limit: number): boolean =>
  length > 0 && length <= limit;

async function statementsOf(
  body: CreateBatch,
  dialect: Dialect,
  limit: number,
): Promise<StatementPiece[]> {
  const statements = await piecesOf(body, dialect, limit);
  if (isCountAllowed(statements, limit)) return statements;
  const path = isSelection(body) ? 'selectedText' : 'batchText';
  const message =
    statements.length === 0
      ? 'The text contains no statement'
      : `A batch can contain at most ${limit} statements`;
  throw badRequest([{ path, message }]);
}
