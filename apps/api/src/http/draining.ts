import { unavailable } from '@sluice/errors';
import type { Scope } from './scope.js';

/**
 * Replies 503 to requests that arrive after the app has begun to close, and closes kept-alive
 * connections. Fastify's own 503 has no title.
 */
export function refuseWhileClosing(app: Scope): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (closing) reply.header('connection', 'close');
    done(closing ? unavailable('The service is shutting down', 5) : undefined);
  });
}
