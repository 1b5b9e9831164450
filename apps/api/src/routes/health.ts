import { healthSchema, notReadySchema, readySchema } from '@sluice/contracts';
import type { Scope } from '../scope.js';
import { readiness, type ReadinessChecks } from '../services/readiness.js';

/** What health and readiness are told by. */
export interface HealthDependencies extends ReadinessChecks {
  /** What is dangerous about the settings; fit for anyone. */
  warnings: readonly string[];
}

/** `GET /api/health` and `GET /api/ready`; both for anyone. */
export function registerHealth(scope: Scope, checks: HealthDependencies): void {
  const warnings = checks.warnings.length === 0 ? {} : { warnings: [...checks.warnings] };
  scope.route({
    method: 'GET',
    url: '/api/health',
    schema: {
      summary: 'Whether the process answers',
      tags: ['service'],
      security: [],
      response: { 200: healthSchema },
    },
    handler: () => ({ status: 'ok' as const, ...warnings }),
  });
  scope.route({
    method: 'GET',
    url: '/api/ready',
    schema: {
      summary: 'Whether batches sent here would run',
      tags: ['service'],
      security: [],
      response: { 200: readySchema, 503: notReadySchema },
    },
    handler: async (_request, reply) => {
      const found = await readiness(checks);
      const stopping = checks.isStopping();
      if (found.database && found.queue && found.workers && !stopping) {
        return { status: 'ready' as const, checks: found };
      }
      return reply
        .code(503)
        .header('retry-after', 2)
        .send(
          stopping
            ? { title: 'The service is shutting down', code: 'stopping', checks: found }
            : { title: 'Not ready', code: 'not_ready', checks: found },
        );
    },
  });
}
