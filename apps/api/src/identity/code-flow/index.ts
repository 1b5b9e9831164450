export { authorizationUrl, type CodeFlow } from './flow.js';
export { type Claims, emailOf, nameOf, roleOf, subjectOf } from './profile-claims.js';
export { allowLocalHttp, assertSafe, prepareTransport, safeFetch } from './provider-transport.js';
export { registerCodeFlow } from './routes.js';
