import { healthSchema, notReadySchema, readySchema } from '@sluice/contracts';
import type { Scope } from '../http/index.js';
import { readiness, type ReadinessChecks } from './readiness.js';

/** What health and readiness are told by. */
export interface HealthDependencies extends ReadinessChecks {
  /** What is dangerous about the settings; fit for anyone. */
  warnings: readonly string[];
}

const noSpace =
  'The disk of the metadata database is full: requests that write are refused with 507. Free disk space.';

/** `GET /api/health` and `GET /api/ready`; both for anyone. */
export function registerHealth(scope: Scope, checks: HealthDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/health',
    schema: {
      summary: 'Whether the process answers',
      tags: ['service'],
      security: [],
      response: { 200: healthSchema },
    },
    handler: () => {
      const warnings = [...checks.warnings, ...(checks.diskSpace.lastFound() ? [] : [noSpace])];
      return { status: 'ok' as const, ...(warnings.length > 0 && { warnings }) };
    },
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
      const isReady = found.database && found.databaseSpace && found.queue && found.workers;
      if (isReady && !stopping) {
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
