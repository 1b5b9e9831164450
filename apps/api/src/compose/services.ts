import { runningLimits } from '@sluice/config';
import type { FastifyBaseLogger } from 'fastify';
import { createWorkerList, type WorkerListDependencies } from '../operations/index.js';
import { formatterThread } from '../queries/index.js';
import { createConnectionServices, type ConnectionServices } from './connections.js';
import type { AppDependencies } from './dependencies.js';
import { createIdentityServices, type IdentityServices } from './identity.js';
import { createSavedWork, type SavedWork } from './saved-work.js';
import { createSharedServices, type SharedServices } from './shared-services.js';

/** Dependencies of all routes except those of batches and results. */
export interface Services extends SharedServices, IdentityServices, ConnectionServicesOfRoutes {
  connectionManagement: ConnectionServices['connections'];
  savedWork: SavedWork;
  workerList: WorkerListDependencies;
}

type ConnectionServicesOfRoutes = Omit<ConnectionServices, 'connections'>;

/** Creates repositories and services. It opens only the subscription to worker responses. */
export function createServices(dependencies: AppDependencies, log: FastifyBaseLogger): Services {
  const { settings, database } = dependencies;
  const shared = createSharedServices(dependencies, log);
  const { connections: connectionManagement, ...connectionServices } = createConnectionServices(
    dependencies,
    shared,
    log,
  );
  return {
    ...shared,
    ...createIdentityServices(dependencies, shared, log),
    ...connectionServices,
    connectionManagement,
    savedWork: createSavedWork(dependencies, { tenants: shared.tenants, formatterThread }),
    workerList: createWorkerList(database, runningLimits(settings)),
  };
}
