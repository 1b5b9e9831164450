import { AppError, unauthorized } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Principal } from '../../identity/principal/index.js';
import type { Snapshot } from '../snapshots.js';
import { waitForBatch, type WaitDependencies, type WaitRequest } from '../wait.js';
import type { CredentialWatch } from '../../access/index.js';
import { disconnectSignal } from '../../http/index.js';

const MAX_WAIT_SECONDS = 50;

/** `wait` query parameter: seconds, 0 to 50. */
export const waitSeconds = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,9})?$/, 'must be a number of seconds')
  .transform(Number)
  .refine((seconds) => seconds <= MAX_WAIT_SECONDS, `must be at most ${MAX_WAIT_SECONDS} seconds`);

/** Dependencies of {@link waitForClient}. */
export interface ClientWaitDependencies extends WaitDependencies {
  credentials: CredentialWatch;
}

/**
 * Waits for a batch while the client is connected and authorized.
 *
 * @throws AppError 401 when the client's credential ends, and the errors of {@link waitForBatch}
 */
export async function waitForClient(
  { credentials, ...dependencies }: ClientWaitDependencies,
  { principal, request, reply }: ClientOfWait,
  wanted: Omit<WaitRequest, 'signal'>,
): Promise<Snapshot> {
  // A poll ends before the client or its credential could. Polls are most of the API's requests.
  if (wanted.waitMs === 0) return waitForBatch(dependencies, { ...wanted, signal: neverAborted });
  const waiting = new AbortController();
  const unwatch = credentials.open(principal, request.credential, () => {
    waiting.abort(unauthorized());
  });
  const signal = disconnectSignal(reply, waiting);
  const snapshot = await waitForBatch(dependencies, { ...wanted, signal }).finally(unwatch);
  if (signal.reason instanceof AppError) throw signal.reason;
  return snapshot;
}

const neverAborted = new AbortController().signal;

/** The client that waits. */
export interface ClientOfWait {
  principal: Principal;
  request: Pick<FastifyRequest, 'credential'>;
  reply: Pick<FastifyReply, 'raw'>;
}
