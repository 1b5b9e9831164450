import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Scope } from './scope.js';

/**
 * A weak ETag on every successful GET, 304 when the caller has that body already. A route that knows
 * a cheaper tag sets the header itself.
 */
export function addEtags(app: Scope): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const readable = request.method === 'GET' || request.method === 'HEAD';
    if (!readable || reply.statusCode !== 200) return payload;
    let tag = reply.getHeader('etag');
    if (tag === undefined && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      tag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
      reply.header('etag', tag);
    }
    if (typeof tag !== 'string' || !matches(request.headers['if-none-match'], tag)) return payload;
    destroy(payload);
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return null;
  });
}

/** Weak comparison, as If-None-Match wants it. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const strip = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((entry) => entry.trim() === '*' || strip(entry) === strip(tag));
}

/** A stream that will not be read must not keep its file open. */
function destroy(payload: unknown): void {
  if (payload instanceof Readable) payload.destroy();
}
