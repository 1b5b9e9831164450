export { createRefreshingValue } from './cache/index.js';
export type { AppDependencies } from './compose/dependencies.js';
export { buildApp, serviceVersion } from './compose.js';
export {
  createFirstRunData,
  updateSampleConnection,
  type FirstRunData,
  type SampleAddress,
} from './first-run/index.js';
export { requireDeclaredAccess, routeAccess, type Access, type RouteAccess } from './http/index.js';
export {
  createPasswordHasher,
  type PasswordHasher,
  type PasswordHasherOptions,
} from './identity/password-hashing/index.js';
export { loadConfiguration, type ApiConfiguration } from './load-configuration.js';
export { createLogger, openApiTelemetry, type ApiTelemetry } from './operations/index.js';
export { prepareService, readEnvironmentConnections, provisionData } from './provisioning/index.js';
export { startApi, type RunningApi } from './start.js';
