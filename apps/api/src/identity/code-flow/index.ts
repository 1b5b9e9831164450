export type { CodeFlow } from './flow.js';
export { type Claims, emailOf, nameOf, roleOf, subjectOf } from './profile-claims.js';
export {
  allowOnThisMachine,
  assertSafe,
  prepareTransport,
  safeFetch,
} from './provider-transport.js';
export { pendingFlows, registerCodeFlow } from './routes.js';
