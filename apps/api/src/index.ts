export { buildApp, serviceVersion } from './app.js';
export type { AppDependencies } from './dependencies.js';
export { openApiTelemetry, type ApiTelemetry } from './telemetry.js';
export {
  createFirstRunData,
  moveSampleConnection,
  type FirstRunData,
  type SampleAddress,
} from './first-run.js';
export { createLogger } from './logger.js';
export { requireDeclaredAccess } from './plugins/route-guard.js';
export { routeAccess, type Access } from './route-access.js';
export { startApi, type RunningApi } from './start-api.js';
export {
  createPasswordHasher,
  type PasswordHasher,
  type PasswordHasherOptions,
} from './services/passwords.js';
export { readEnvironmentConnections } from './services/given-connections/from-environment.js';
export { writeGivenData } from './services/given-data.js';
export { prepareService } from './services/service-setup.js';
export { createRenewed } from './services/sign-in/renewed.js';
