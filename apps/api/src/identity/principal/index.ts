export { ensureAnonymousUser, anonymousPrincipalFrom, ANONYMOUS_USER_ID } from './anonymous.js';
export { principalFrom } from './principal-from-user.js';
export {
  includesConnection,
  onlyConnectionsOf,
  requireIncluded,
  userRoleOf,
  usesEveryConnection,
} from './narrowing.js';
export type { Credential, Principal } from './principal.js';
