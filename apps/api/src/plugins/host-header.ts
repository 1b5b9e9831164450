import { malformedRequest } from '@sluice/errors';
import type { Scope } from '../scope.js';

/** HTTP/1.1 wants a Host header in each request; Node's own refusal would have no title. */
export function refuseWithoutHost(app: Scope): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isThere = request.headers.host !== undefined || request.raw.httpVersion === '1.0';
    done(isThere ? undefined : malformedRequest('malformed_request', 'The Host header is missing'));
  });
}
