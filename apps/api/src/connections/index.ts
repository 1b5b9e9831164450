export { createClientLimit } from './client-limit.js';
export { registerConnectionClientList, registerConnectionClients } from './client-routes.js';
export type { ConnectionClientDependencies } from './clients.js';
export { registerDrivers } from './driver-routes.js';
export { renderStored } from './rendering.js';
export {
  registerConnectionAdmin,
  registerConnectionList,
  registerConnectionTest,
} from './routes.js';
export { listConnections, type ConnectionDependencies } from './service.js';
export type { ConnectionTestDependencies } from './try-connection.js';
