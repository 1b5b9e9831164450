import type { Span } from '@sluice/telemetry';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../http/index.js';
import type { ApiTelemetry } from './telemetry.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's span; absent while tracing is disabled. */
    span?: Span;
  }
}

/**
 * Measures every response by its route and starts a span for every request while tracing is
 * enabled.
 */
export function observeRequests(app: Scope, telemetry: ApiTelemetry): void {
  app.addHook('onResponse', (request, reply, done) => {
    telemetry.requestAnswered(
      { method: request.method, route: routeOf(request), status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
  const { tracer } = telemetry;
  if (!tracer.enabled) return;
  app.addHook('onRequest', (request, reply, done) => {
    const parent = request.headers['traceparent'];
    const route = request.routeOptions.url ?? 'unknown';
    const span = tracer.start({
      name: `${request.method} ${route}`,
      role: 'server',
      parent: typeof parent === 'string' ? parent : null,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'sluice.request.id': request.id,
      },
    });
    request.span = span;
    // Emitted after every response, and when the client disconnects early.
    reply.raw.once('close', () => {
      endSpan(span, request, reply.statusCode, reply.raw.writableFinished);
    });
    done();
  });
}

function endSpan(span: Span, request: FastifyRequest, status: number, isComplete: boolean): void {
  const userId = request.principal?.id;
  span.set({
    'http.response.status_code': status,
    ...(userId === undefined ? {} : { 'user.id': userId }),
  });
  if (!isComplete) span.fail('aborted');
  else if (status >= 500) span.fail(String(status));
  span.end();
}

/** The duration of a request with `wait` depends on the client, so it has its own route label. */
function routeOf({ routeOptions, query }: FastifyRequest): string {
  const route = routeOptions.url ?? 'unknown';
  const waits = typeof query === 'object' && query !== null && 'wait' in query;
  return waits ? `${route}?wait` : route;
}
