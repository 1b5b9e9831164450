import { DriverError } from '@sluice/driver-kit';
import type { Client } from './client.js';
import { isSelect, readOnlyWord } from './command.js';
import { placed, ServerError } from './errors.js';
import { query } from './query.js';

const refused = (): DriverError =>
  new DriverError('permission', 'not_run', 'The connection is read-only', {
    hint: 'Only statements that read are sent. A role without rights is the safer way to say so.',
  });

/**
 * Refuses what would write. The server has no read-only sessions: a statement that begins like a query is
 * described by it first, and has to be one by its own word. @throws DriverError outcome `not_run`
 */
export async function refuseWrites(client: Client, sql: string): Promise<void> {
  const word = readOnlyWord(sql);
  // `->>` hands one statement's result to the next one, which may be of any kind. In quotes it is rare.
  if (word === 'refused' || sql.includes('->>')) throw refused();
  if (word === 'reads') return;
  let typeId: unknown;
  try {
    ({ statementTypeId: typeId } = (await query(client, sql, true)).data);
  } catch (error) {
    if (error instanceof ServerError) throw placed(error, sql);
    const title = 'The statement could not be looked at before it was sent';
    throw new DriverError('connection', 'not_run', title, { cause: error });
  }
  if (typeof typeId !== 'number' || !isSelect(typeId)) throw refused();
}
