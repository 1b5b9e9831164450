import { errorBodySchema } from '@sluice/contracts';
import { disconnectSignal, resultResponses, sendJson, type AnyReply } from '../http/index.js';

/** The error responses of views and comparisons. */
export const viewResponses = {
  413: errorBodySchema.describe(
    'The body is too large, or (`view_limit`) the result exceeds the memory or disk limit of views.',
  ),
  ...resultResponses,
  503: errorBodySchema.describe(
    'The view took too long (`view_timeout`), all processes of views are in use, or the service is not available; see Retry-After.',
  ),
};

/** A reply that can be left unanswered. */
type OpenReply = AnyReply & Parameters<typeof disconnectSignal>[0] & { hijack(): unknown };

/** Sends a JSON body, unless the client disconnects before it is read. @throws the errors of `read` */
export async function sendView(
  reply: OpenReply,
  read: (signal: AbortSignal) => Promise<Uint8Array>,
): Promise<void> {
  const signal = disconnectSignal(reply);
  const body = await read(signal).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (body === null) reply.hijack();
  else sendJson(reply, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}
