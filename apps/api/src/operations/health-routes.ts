import { healthSchema, notReadySchema, readySchema } from '@sluice/contracts';
import type { Scope } from '../http/index.js';
import { readiness, type ReadinessChecks } from './readiness.js';

/** Dependencies of the health routes. */
export interface HealthDependencies extends ReadinessChecks {
  /** Warnings about dangerous settings; safe for anyone to read. */
  warnings: readonly string[];
}

const NO_SPACE =
  'The disk of the metadata database is full: requests that write are refused with 507. Free disk space.';

/** `GET /api/health` and `GET /api/ready`, for anyone. */
export function registerHealth(scope: Scope, checks: HealthDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/health',
    schema: {
      summary: 'Check whether the process responds',
      tags: ['service'],
      security: [],
      response: { 200: healthSchema },
    },
    handler: () => {
      const warnings = [...checks.warnings, ...(checks.diskSpace.lastKnown() ? [] : [NO_SPACE])];
      return { status: 'ok' as const, ...(warnings.length > 0 && { warnings }) };
    },
  });
  scope.route({
    method: 'GET',
    url: '/api/ready',
    schema: {
      summary: 'Check whether new batches would run',
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
