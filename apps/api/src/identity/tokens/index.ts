export { byServiceToken } from './identifier.js';
export { registerServiceTokens } from './routes.js';
export {
  createServiceTokenCredentials,
  type ServiceTokenCredentials,
  type ServiceTokenDependencies,
  withFreshTokens,
} from './service.js';
export { createTokenSigner } from './signing.js';
