import { createBatchSchema } from '@sluice/contracts';
import { forbidden } from '@sluice/errors';
import { z } from 'zod';
import { createBatch, type CreateBatchDependencies } from '../../batches/index.js';
import type { Principal } from '../../identity/principal/index.js';
import { withOwnNames } from '../own-names.js';
import { answerWithRows, type RunAnswerDependencies } from '../run-answer.js';
import { parse } from '../../http/index.js';
import { defineTool, type Tool } from '../tool.js';
import { waitOrCancel, type WaitOrCancelDependencies } from '../wait-or-cancel.js';

/** Dependencies of {@link runSqlTool}. */
export interface RunSqlDependencies extends RunAnswerDependencies, WaitOrCancelDependencies {
  creation: CreateBatchDependencies;
}

/** Seconds that a run is waited for by default. */
export const DEFAULT_WAIT_SECONDS = 10;

/** Arguments that name and bound a wait; the maximum is that of the HTTP API. */
export const waitSeconds = z.number().min(0).max(50).optional();

/** Runs SQL. A cancelled or closed call cancels the run in its database. */
export const runSqlTool = (dependencies: RunSqlDependencies): Tool =>
  defineTool({
    name: 'run_sql',
    description:
      'Run SQL statements in order in one session, read-only unless write is true and the token may write. ' +
      'Returns rows of the last result, or after waitSeconds (default 10) the runId of the run, which continues. ' +
      'Put values in parameters as {{name}}, never into the text.',
    scope: 'sql:run',
    isReadOnly: false,
    input: z.strictObject({
      connectionId: z.string(),
      sql: z.string(),
      parameters: z.record(z.string(), z.unknown()).optional(),
      parameterTypes: z
        .record(z.string(), z.string())
        .optional()
        .describe(
          'By name: text, integer, decimal, boolean, date, timestamptz, uuid, json, text[]…',
        ),
      write: z.boolean().optional(),
      waitSeconds,
    }),
    run: async (input, call) => {
      const { connectionId, sql: batchText, parameters, parameterTypes, write = false } = input;
      if (write) requireWritable(call.principal);
      const created = await withOwnNames(ownName, async () => {
        const body = { connectionId, batchText, parameters, parameterTypes };
        return createBatch(dependencies.creation, call.principal, parse(createBatchSchema, body), {
          address: call.address,
          idempotencyKey: call.key,
          traceParent: call.traceParent,
          readOnly: !write,
        });
      });
      const waitMs = (input.waitSeconds ?? DEFAULT_WAIT_SECONDS) * 1000;
      const snapshot = await waitOrCancel(dependencies, call, created, waitMs);
      const answer = await answerWithRows(dependencies, call.principal, snapshot);
      return { ...answer, audit: { runId: created.id, write } };
    },
  });

/** @throws AppError 403 `token_read_only` */
function requireWritable({ token }: Principal): void {
  if (token?.readOnly !== true) return;
  throw forbidden('The token is read-only: omit write', 'token_read_only');
}

const ownName = (path: string): string => (path === 'batchText' ? 'sql' : path);
