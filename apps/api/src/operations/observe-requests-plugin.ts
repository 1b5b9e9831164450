import type { Span } from '@sluice/telemetry';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../http/index.js';
import type { ApiTelemetry } from './telemetry.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's part of a trace; absent while nothing is traced. */
    span?: Span;
  }
}

/** Times every answer by its route, and begins a span with every request while traces are on. */
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
    // Comes after every answer, and when the client has gone before its end.
    reply.raw.once('close', () => {
      endSpan(span, request, reply.statusCode, reply.raw.writableFinished);
    });
    done();
  });
}

function endSpan(span: Span, request: FastifyRequest, status: number, isWhole: boolean): void {
  const userId = request.principal?.id;
  span.set({
    'http.response.status_code': status,
    ...(userId === undefined ? {} : { 'user.id': userId }),
  });
  if (!isWhole) span.fail('aborted');
  else if (status >= 500) span.fail(String(status));
  span.end();
}

/** Requests that ask to wait take as long as they asked for, which says nothing of the service. */
function routeOf({ routeOptions, query }: FastifyRequest): string {
  const route = routeOptions.url ?? 'unknown';
  const waits = typeof query === 'object' && query !== null && 'wait' in query;
  return waits ? `${route}?wait` : route;
}
