import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialWatch } from './credential-watch.js';
import { principalOf } from '../http/index.js';

/** What ends a long answer before its end. */
export interface LongReplyLimits {
  credentials: CredentialWatch;
  /** SERVICE_RESULTS_STALL_SECONDS, in ms. */
  stalledMs: number;
}

/** Closes the connection of an answer of which the client has read nothing for so long. */
export function closeStalled({ raw }: Pick<FastifyReply, 'raw'>, stalledMs: number): void {
  raw.setTimeout(stalledMs, () => raw.destroy());
}

/**
 * Closes the connection of a long answer, and with it the open file, when the client has read nothing for a
 * while, or when its credential or its access to the connection has ended. The body is then incomplete, and
 * the client sees that.
 */
export function guardLongReply(
  request: Pick<FastifyRequest, 'principal' | 'credential' | 'log'>,
  reply: Pick<FastifyReply, 'raw'>,
  { id: statementId, connectionId }: { id: string; connectionId: string },
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
    connectionId,
  );
  reply.raw.once('close', stop);
}
