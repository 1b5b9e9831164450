import type { Scope } from './scope.js';

/**
 * Logs one line per request with an allow-list of fields: no header, cookie, query or body, and the
 * route's pattern instead of the path.
 */
export function logRequests(app: Scope): void {
  app.addHook('onResponse', (request, reply, done) => {
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
    done();
  });
}
