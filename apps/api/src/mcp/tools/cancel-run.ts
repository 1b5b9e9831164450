import { z } from 'zod';
import { cancelBatch } from '../../batches/index.js';
import { presentRun } from '../run-view.js';
import { waitForRun, type RunWaitDependencies } from '../run-wait.js';
import { defineTool, type Tool } from '../tool.js';

/** Dependencies of {@link cancelRunTool}. */
export interface CancelRunDependencies extends RunWaitDependencies {
  cancel: Parameters<typeof cancelBatch>[0];
}

/** Time in which a database confirms nearly every cancellation, in milliseconds. */
const CONFIRM_MS = 5_000;

/** Cancels a run and waits for the confirmation. */
export const cancelRunTool = (dependencies: CancelRunDependencies): Tool =>
  defineTool({
    name: 'cancel_run',
    description: 'Cancel a run in its database.',
    scope: 'sql:run',
    isReadOnly: false,
    input: z.strictObject({ runId: z.string() }),
    run: async ({ runId }, call) => {
      const { principal: actor, address } = call;
      await cancelBatch(dependencies.cancel, { actor, address }, runId);
      return { body: presentRun(await waitForRun(dependencies, call, runId, CONFIRM_MS)) };
    },
  });
