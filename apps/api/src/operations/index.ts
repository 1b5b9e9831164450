export { registerApp } from './app-routes.js';
export { createDiskSpace } from './disk-space.js';
export { registerHealth } from './health-routes.js';
export { createLogger } from './logger.js';
export { registerMetrics } from './metrics-routes.js';
export { observeRequests } from './observe-requests-plugin.js';
export { type ApiTelemetry, openApiTelemetry } from './telemetry.js';
export { registerWorkers } from './worker-routes.js';
export { createWorkerList, type WorkerListDependencies } from './workers.js';
