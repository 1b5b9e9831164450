import { DriverError } from '@sluice/driver-kit';
import type { Client } from './client.js';
import { isSelect, readOnlyWord } from './command.js';
import { withPosition, ServerError } from './errors.js';
import { query, type QueryOptions } from './query.js';

const refused = (): DriverError =>
  new DriverError('permission', 'not_run', 'The connection is read-only', {
    hint: 'Only queries are sent. For stronger protection, use a role without write privileges.',
  });

/**
 * Rejects statements that write. Snowflake has no read-only sessions: a statement that looks like a query is
 * described first, and the server must classify it as a query. @throws DriverError outcome `not_run`
 */
export async function refuseWrites(
  client: Client,
  sql: string,
  values: QueryOptions['values'],
): Promise<void> {
  const word = readOnlyWord(sql);
  // `->>` passes one statement's result to another of any kind. It is rare inside quotes.
  if (word === 'refused' || sql.includes('->>')) throw refused();
  if (word === 'reads') return;
  let typeId: unknown;
  try {
    ({ statementTypeId: typeId } = (await query(client, sql, { describeOnly: true, values })).data);
  } catch (error) {
    if (error instanceof ServerError) throw withPosition(error, sql);
    const title = 'The statement could not be checked before it was sent';
    throw new DriverError('connection', 'not_run', title, { cause: error });
  }
  if (typeof typeId !== 'number' || !isSelect(typeId)) throw refused();
}
