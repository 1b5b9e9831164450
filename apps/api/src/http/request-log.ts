import type { Scope } from './scope.js';

/**
 * One line per request, by allow-list: no header, cookie, query or body gets into the log, and paths
 * are the routes' patterns.
 */
export function logRequests(app: Scope): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        userId: request.principal?.id,
      },
      'request',
    );
  });
}
