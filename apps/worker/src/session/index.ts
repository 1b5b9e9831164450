/** Sessions to target databases: opening, reusing and limiting them. */
export { BatchError } from './batch-error.js';
export { startClientMonitor } from './client-monitor.js';
export {
  connectRendered,
  connectSettings,
  type ConnectSettings,
  type RenderedConnection,
} from './connect.js';
export { createConnectLimiter } from './connect-limiter.js';
export {
  createConnectionClients,
  type ClientPayload,
  type ConnectionClients,
} from './connection-clients.js';
export { createIdleSessions, type IdleSessions } from './idle-sessions.js';
export { createLocalEngineLimit } from './local-engine-limit.js';
export { openWithRetries, type OpenConnection } from './open-connection.js';
export {
  handoverContext,
  openSession,
  type BatchSession,
  type SessionDependencies,
} from './open-session.js';
export {
  createPrivilegeCheck,
  privilegeWarnings,
  type PrivilegeCheck,
} from './privilege-warnings.js';
export { renderConfig } from './render-config.js';
export { poolerWarnings } from './transaction-pooler.js';
export { createTargets, type TargetOptions } from './targets.js';
