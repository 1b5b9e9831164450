import type { StatementError } from '@sluice/contracts';
import { channels } from '../../channels.js';
import type { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery, type Queryable } from '../../query.js';
import { anyRow } from '../../rows.js';

/**
 * Ends waiting batches in error and notifies their readers. The error is stored in their first statement.
 *
 * @param condition SQL over `batches b`: a condition, and an order with a limit when one is wanted.
 * @returns how many there were.
 */
export async function endWaiting(
  database: Queryable,
  condition: Prisma.Sql,
  error: StatementError,
): Promise<number> {
  const query = sqlQuery('endWaitingBatches', {
    condition,
    error: JSON.stringify(error),
    channel: channels.batchEnded,
  });
  return (await queryRows(database, anyRow, query)).length;
}
