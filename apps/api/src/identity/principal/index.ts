export { ensureNobody, nobodyFrom, nobodyId } from './anonymous.js';
export { principalFrom } from './principal-from-user.js';
export type { Credential, Principal } from './principal.js';
