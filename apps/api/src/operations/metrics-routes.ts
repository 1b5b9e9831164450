import type { Scope } from '../http/index.js';
import type { ApiTelemetry } from './telemetry.js';

/** `GET /metrics`, for a scope of admins. */
export function registerMetrics(scope: Scope, { metrics }: Pick<ApiTelemetry, 'metrics'>): void {
  scope.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    handler: async (_request, reply) => {
      const text = await metrics.text();
      return reply.type(metrics.contentType).send(text);
    },
  });
}
