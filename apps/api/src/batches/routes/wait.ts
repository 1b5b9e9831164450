import { AppError, unauthorized } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Principal } from '../../identity/principal/index.js';
import type { Snapshot } from '../snapshots.js';
import { waitForBatch, type WaitDependencies, type WaitRequest } from '../wait.js';
import type { CredentialWatch } from '../../access/index.js';
import { goneSignal } from '../../http/index.js';

const maxWaitSeconds = 50;

/** `wait` in a query string: seconds, 0 to 50. */
export const waitSeconds = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,9})?$/, 'must be a number of seconds')
  .transform(Number)
  .refine((seconds) => seconds <= maxWaitSeconds, `must be at most ${maxWaitSeconds} seconds`);

/** What waiting for a client works with. */
export interface ClientWaitDependencies extends WaitDependencies {
  credentials: CredentialWatch;
}

/**
 * Waits for a batch while its client is there and may be.
 *
 * @throws AppError 401 when the client's credential ends, else as {@link waitForBatch}
 */
export async function waitForClient(
  { credentials, ...dependencies }: ClientWaitDependencies,
  { principal, request, reply }: ClientOfWait,
  wanted: Omit<WaitRequest, 'signal'>,
): Promise<Snapshot> {
  // A poll ends before its client or its credential could: it is most of what an API is asked.
  if (wanted.waitMs === 0) return waitForBatch(dependencies, { ...wanted, signal: neverAborted });
  const waiting = new AbortController();
  const unwatch = credentials.open(principal, request.credential, () => {
    waiting.abort(unauthorized());
  });
  const signal = goneSignal(reply, waiting);
  const snapshot = await waitForBatch(dependencies, { ...wanted, signal }).finally(unwatch);
  if (signal.reason instanceof AppError) throw signal.reason;
  return snapshot;
}

const neverAborted = new AbortController().signal;

/** Whose wait it is. */
export interface ClientOfWait {
  principal: Principal;
  request: Pick<FastifyRequest, 'credential'>;
  reply: Pick<FastifyReply, 'raw'>;
}
