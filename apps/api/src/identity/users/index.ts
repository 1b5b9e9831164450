export { createUserCache, type UserCache, withFreshCache } from './cache.js';
export { registerUserIdentities } from './identity-routes.js';
export { registerUserAdmin, registerUsers } from './routes.js';
export type { UserDependencies } from './service.js';
