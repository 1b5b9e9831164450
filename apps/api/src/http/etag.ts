import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Scope } from './scope.js';
import { matchesEtag } from '../representation/index.js';

/**
 * Adds a weak ETag to every successful GET and replies 304 when the client has that body. Routes
 * that know a cheaper tag set the header themselves.
 */
export function addEtags(app: Scope): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const readable = request.method === 'GET' || request.method === 'HEAD';
    if (!readable || reply.statusCode !== 200) {
      done(null, payload);
      return;
    }
    let tag = reply.getHeader('etag');
    if (tag === undefined && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      tag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
      reply.header('etag', tag);
    }
    if (typeof tag !== 'string' || !matchesEtag(request.headers['if-none-match'], tag)) {
      done(null, payload);
      return;
    }
    destroy(payload);
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    done(null, null);
  });
}

/** A stream that is not read must close its file. */
function destroy(payload: unknown): void {
  if (payload instanceof Readable) payload.destroy();
}
