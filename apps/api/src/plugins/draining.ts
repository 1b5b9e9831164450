import { unavailable } from '@sluice/errors';
import type { Scope } from '../scope.js';

/**
 * Answers 503 with a title to whatever arrives once the app has begun to close (Fastify's own answer
 * has none), and tells kept connections to go.
 */
export function refuseWhileClosing(app: Scope): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!closing) return;
    reply.header('connection', 'close');
    throw unavailable('The service is shutting down', 5);
  });
}
