import { workersSchema } from '@sluice/contracts';
import { errorResponses, type Scope } from '../http/index.js';
import { listWorkers, type WorkerListDependencies } from './workers.js';

/** `GET /api/workers`, for a scope of admins. */
export function registerWorkers(scope: Scope, deps: WorkerListDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/workers',
    schema: {
      summary:
        'List the online workers, the running batches, and the waiting batches with the reason',
      tags: ['service'],
      response: { 200: workersSchema, ...errorResponses },
    },
    handler: () => listWorkers(deps),
  });
}
