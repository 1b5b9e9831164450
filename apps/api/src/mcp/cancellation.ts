import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { BatchRepository } from '@sluice/database';
import type { AuditContext } from '../audit/index.js';
import { cancelBatch } from '../batches/index.js';
import { callKey } from './call-key.js';

/** Dependencies of {@link cancelCalls}. */
export interface CancellationDependencies {
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
 * and calls without a batch are ignored.
 *
 * @returns the ID of the cancelled batch, if any
 */
export async function cancelCalls(
  { batches, cancel }: CancellationDependencies,
  context: AuditContext,
  session: unknown,
  message: unknown,
): Promise<string | undefined> {
  const parsed = CancelledNotificationSchema.safeParse(message);
  if (!parsed.success || TIMED_OUT.test(parsed.data.params.reason ?? '')) return undefined;
  const key = callKey(session, parsed.data.params.requestId);
  if (key === undefined) return undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found = await batches.findByKey(context.actor.id, key);
    if (found !== null) return (await cancelBatch(cancel, context, found.batchId)).id;
    if (attempt < ATTEMPTS) await sleep(ATTEMPT_MS);
  }
  return undefined;
}
