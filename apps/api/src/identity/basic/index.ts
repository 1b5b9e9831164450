export { byBasic } from './identifier.js';
export { type BasicCredentials, createBasicCredentials } from './service.js';
