import { randomUUID } from 'node:crypto';
import type { Batch, ColumnInfo, Statement } from '@sluice/contracts';
import {
  createExecutionRepository,
  type Claim,
  type Database,
  type FinishedStatement,
} from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import { noRows } from '@sluice/testkit';

/** One column of numbers. */
export const numberColumn: ColumnInfo = {
  name: 'n',
  datatype: 'number',
  min: 1,
  max: 1,
  maxValueLength: 0,
  maxLineLength: 0,
  dbType: 'int4',
};

/** Claims a batch and returns the steps a worker takes. */
export async function claimAsWorker(
  database: Database,
  store: ResultStore,
  workerId: string,
  batch: Batch,
) {
  const execution = createExecutionRepository(database);
  const claim: Claim = { batchId: batch.id, workerId, leaseToken: randomUUID() };
  const { count } = await database.batch.updateMany({
    where: { id: batch.id, status: 'started', leaseToken: null },
    data: { workerId, leaseToken: claim.leaseToken },
  });
  if (count !== 1) throw new Error('The batch could not be claimed');
  const done = (changed: boolean) => {
    if (!changed) throw new Error('Nothing was changed');
  };
  const isLast = ({ sequence }: Statement) => sequence === batch.statements.length;
  const startTimeOf = async ({ id }: Statement): Promise<Date> =>
    (await database.statement.findUniqueOrThrow({ where: { id } })).startTime ?? new Date();
  return {
    start: async ({ id }: Statement) =>
      done((await execution.startStatement(claim, id, 'pid 1')) !== null),
    progress: async ({ id }: Statement, rowCount: number) =>
      done(await execution.reportProgress(claim, id, rowCount, [numberColumn])),
    /** Finishes a started statement without rows. */
    finish: async (statement: Statement) =>
      done(await execution.finishStatement(claim, statement.id, noRows, isLast(statement))),
    /** Opens a writer for a started statement's rows. */
    write: async (statement: Statement) => store.create(statement.id, await startTimeOf(statement)),
    /** Finishes a started statement with chunks of rows (JSON rows joined by `,\n`). */
    finishWithRows: async (
      statement: Statement,
      chunks: Iterable<{ rowCount: number; json: Uint8Array }>,
      more: Partial<FinishedStatement> = {},
    ) => {
      const writer = await store.create(statement.id, await startTimeOf(statement));
      for (const chunk of chunks) await writer.append(chunk);
      const { resultsPath, bytes, rowCount, crc32 } = await writer.finish();
      const result: FinishedStatement = {
        ...noRows,
        columns: [numberColumn],
        resultsPath,
        bytes,
        rowCount,
        checksum: crc32,
        expiresAt: new Date(Date.now() + 86_400_000),
        ...more,
      };
      done(await execution.finishStatement(claim, statement.id, result, isLast(statement)));
      return result;
    },
    fail: async ({ id }: Statement, title: string) =>
      done(
        await execution.end(claim, {
          status: 'error',
          statementId: id,
          error: { title, outcome: 'failed', sqlState: '42P01' },
        }),
      ),
    endCancelled: async ({ id }: Statement) =>
      done(
        await execution.end(claim, {
          status: 'cancelled',
          statementId: id,
          error: null,
          cancelOutcome: 'confirmed',
        }),
      ),
  };
}

/** Returns a chunk of one-column rows from `first` to `first + rowCount - 1`. */
export function numberRows(first: number, rowCount: number): { rowCount: number; json: Buffer } {
  const rows = Array.from({ length: rowCount }, (_, index) => `[${first + index}]`);
  return { rowCount, json: Buffer.from(rows.join(',\n')) };
}
