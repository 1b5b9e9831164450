export { createPersonalTokenCredentials, type PersonalTokenCredentials } from './credentials.js';
export { byPersonalToken } from './identifier.js';
export { registerPersonalTokens } from './routes.js';
export { type PersonalTokenDependencies, withFreshPersonalTokens } from './service.js';
export { createTokenUses } from './uses.js';
