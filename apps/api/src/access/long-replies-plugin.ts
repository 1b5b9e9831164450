import type { ShareGrant } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialWatch } from './credential-watch.js';
import { principalOf } from '../http/index.js';

/** Conditions that abort a long response. */
export interface LongReplyLimits {
  credentials: CredentialWatch;
  /** SERVICE_RESULTS_STALL_SECONDS in milliseconds. */
  stalledMs: number;
}

/** A statement whose results are read, and the share by which they are; null for their owner. */
export interface ReadResult {
  id: string;
  connectionId: string;
  share: ShareGrant | null;
}

/** Closes the connection when the client reads nothing for this time. */
export function closeStalled({ raw }: Pick<FastifyReply, 'raw'>, stalledMs: number): void {
  raw.setTimeout(stalledMs, () => raw.destroy());
}

/** Stops watching when the client disconnects, even if it already has. */
export function watchUntil(gone: AbortSignal, stop: () => void): void {
  if (gone.aborted) stop();
  else gone.addEventListener('abort', stop, { once: true });
}

/**
 * Closes the connection of a long response, and its open file, when the client reads nothing for a
 * while, or when its credential, its access to the connection or its share ends. The client then sees an
 * incomplete body.
 */
export function guardLongReply(
  request: Pick<FastifyRequest, 'principal' | 'credential' | 'log'>,
  reply: Pick<FastifyReply, 'raw'>,
  { id: statementId, connectionId, share }: ReadResult,
  { credentials, stalledMs }: LongReplyLimits,
): void {
  closeStalled(reply, stalledMs);
  const stop = credentials.open(
    principalOf(request),
    request.credential,
    () => {
      request.log.info({ statementId }, 'result stream closed: credential or access revoked');
      reply.raw.destroy();
    },
    { connectionId, share },
  );
  reply.raw.once('close', stop);
}
