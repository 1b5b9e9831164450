export { byProxy } from './identifier.js';
export { type AuthProxy, createAuthProxy } from './service.js';
