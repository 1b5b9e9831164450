import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { BatchRepository } from '@sluice/database';
import type { Audit, AuditContext } from '../audit/index.js';
import { cancelBatch } from '../batches/index.js';
import { callKey } from './call-key.js';

/** Dependencies of {@link cancelCalls}. */
export interface CancellationDependencies {
  audit: Pick<Audit, 'record'>;
  cancel: Parameters<typeof cancelBatch>[0];
  batches: Pick<BatchRepository, 'findByKey'>;
}

/** The batch of a call is written within this time, or the call was refused. */
const ATTEMPTS = 8;
const ATTEMPT_MS = 250;

/**
 * SDKs also send a cancellation when their time-out is over. The run then continues, so that a long
 * query survives the time-out and is found again.
 */
const TIMED_OUT = /tim(?:ed?|e)[ -]?out|-32001/i;

/**
 * Cancels the batch of the call that a message cancels, whichever process runs the call. Other messages
 * and calls without a batch are ignored. Only the user of the call can cancel it.
 */
export async function cancelCalls(
  { audit, batches, cancel }: CancellationDependencies,
  context: AuditContext,
  session: unknown,
  message: unknown,
): Promise<void> {
  const parsed = CancelledNotificationSchema.safeParse(message);
  if (!parsed.success || TIMED_OUT.test(parsed.data.params.reason ?? '')) return;
  const key = callKey(session, parsed.data.params.requestId);
  const mayCancel = context.actor.token?.scopes.includes('sql:run') ?? true;
  if (key === undefined || !mayCancel) return;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found = await batches.findByKey(context.actor.id, key);
    if (found !== null) {
      const { id: runId } = await cancelBatch(cancel, context, found.batchId);
      const detail = { runId, isCancelled: true };
      return audit.record({ ...context, action: 'tool.called', target: 'tools/run_sql', detail });
    }
    if (attempt < ATTEMPTS) await sleep(ATTEMPT_MS);
  }
}
