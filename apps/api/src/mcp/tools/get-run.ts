import type { BatchListItem } from '@sluice/contracts';
import type { BatchReads } from '@sluice/database';
import { z } from 'zod';
import { batchList } from '../../batches/index.js';
import { onlyConnectionsOf, type Principal } from '../../identity/principal/index.js';
import { answerWithRows, type RunAnswerDependencies } from '../run-answer.js';
import { waitForRun, type RunWaitDependencies } from '../run-wait.js';
import { withoutEmpty } from '../run-view.js';
import { defineTool, type Tool } from '../tool.js';
import { waitSeconds } from './run-sql.js';

/** Dependencies of {@link getRunTool}. */
export interface GetRunDependencies extends RunAnswerDependencies, RunWaitDependencies {
  reads: BatchReads;
}

const LATEST = 10;
const MAX_SQL = 200;

/** Reads a run, or lists the latest: a client whose call timed out does not know the ID. */
export const getRunTool = (dependencies: GetRunDependencies): Tool =>
  defineTool({
    name: 'get_run',
    description:
      'State, errors and first rows of a run; waits up to waitSeconds (default 0) for its end. Without runId: your latest runs.',
    scope: 'results:read',
    isReadOnly: true,
    input: z.strictObject({ runId: z.string().optional(), waitSeconds }),
    run: async ({ runId, waitSeconds: seconds = 0 }, call) => {
      if (runId === undefined)
        return { body: { runs: await latestRuns(dependencies, call.principal) } };
      const snapshot = await waitForRun(dependencies, call, runId, seconds * 1000);
      return answerWithRows(dependencies, call.principal, snapshot);
    },
  });

async function latestRuns(
  { reads }: Pick<GetRunDependencies, 'reads'>,
  principal: Principal,
): Promise<Record<string, unknown>[]> {
  const listed = await reads.page({
    userId: principal.id,
    connectionIds: onlyConnectionsOf(principal),
    queryId: undefined,
    status: undefined,
    includeStatements: false,
    take: LATEST,
    skip: 0,
  });
  const read = await batchList(listed, { reads, principal, includeStatements: false }).read();
  const text = typeof read === 'string' ? read : Buffer.concat(await read.toArray()).toString();
  return (JSON.parse(text) as BatchListItem[]).map((batch) =>
    withoutEmpty({
      runId: batch.id,
      state: batch.status === 'started' ? 'queued or running' : batch.status,
      waitReason: batch.waitReason,
      connectionId: batch.connectionId,
      createdAt: batch.createdAt,
      sql: (batch.selectedText ?? batch.batchText).slice(0, MAX_SQL),
    }),
  );
}
