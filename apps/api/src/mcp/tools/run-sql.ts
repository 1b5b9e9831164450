import { createBatchSchema } from '@sluice/contracts';
import { AppError, forbidden } from '@sluice/errors';
import { z } from 'zod';
import {
  cancelBatch,
  createBatch,
  type CreateBatchDependencies,
  type Snapshot,
} from '../../batches/index.js';
import type { Principal } from '../../identity/principal/index.js';
import { answerWithRows, type RunAnswerDependencies } from '../run-answer.js';
import { waitForRun, type RunWaitDependencies } from '../run-wait.js';
import { parse } from '../../http/index.js';
import { defineTool, type Tool, type ToolCall } from '../tool.js';

/** Dependencies of {@link runSqlTool}. */
export interface RunSqlDependencies extends RunAnswerDependencies, RunWaitDependencies {
  creation: CreateBatchDependencies;
  cancel: Parameters<typeof cancelBatch>[0];
}

const DEFAULT_WAIT_SECONDS = 10;

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
      const created = await withOwnNames(async () => {
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

/** Renames fields of the HTTP API in errors to the arguments of the tool. */
async function withOwnNames<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    const errors = error.errors.map(({ path, message }) => ({
      path: path === 'batchText' ? 'sql' : path,
      message,
    }));
    throw new AppError(error.code, error.status, error.title, { errors, cause: error });
  }
}

/** Waits for the end of a run, and cancels it when the client closes the request meanwhile. */
async function waitOrCancel(
  dependencies: RunSqlDependencies,
  call: ToolCall,
  created: Snapshot,
  waitMs: number,
): Promise<Snapshot> {
  // The run is accepted even if waiting fails: without its ID the model would run it again.
  const snapshot = await waitForRun(dependencies, call, created.id, waitMs).catch(() => created);
  if (!call.signal.aborted || snapshot.isFinal) return snapshot;
  const { principal: actor, address } = call;
  const cancelled = await cancelBatch(dependencies.cancel, { actor, address }, created.id);
  if (call.signal.reason instanceof AppError) throw call.signal.reason;
  return cancelled;
}
