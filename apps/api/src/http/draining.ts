import { unavailable } from '@sluice/errors';
import type { Scope } from './scope.js';

/**
 * Answers 503 with a title to whatever arrives once the app has begun to close (Fastify's own answer
 * has none), and tells kept connections to go.
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
