export { createCredentialWatch, type CredentialWatch } from './credential-watch.js';
export { createIntervalWatch } from './interval-watch.js';
export {
  closeStalled,
  guardLongReply,
  type LongReplyLimits,
  watchUntil,
} from './long-replies-plugin.js';
export { addRefusals } from './refusals-plugin.js';
export { requireConnection } from './require-connection.js';
export { createResultAccess, resultReader, type ResultAccess } from './result-access.js';
export { registerConnectionAccessAdmin, registerConnectionAccesses } from './routes.js';
export type { ConnectionAccessDependencies } from './service.js';
