export { createIdentify, type Identifier, type Identify } from './authentication.js';
export { refuseWhileClosing } from './draining.js';
export { asAppError, bodyOf } from './error-bodies.js';
export { type ReplyToBrowser, handleErrors } from './errors.js';
export { addEtags } from './etag.js';
export { refuseOtherHosts, refuseWithoutHost } from './host-header.js';
export { acceptJsonBodies } from './json-body.js';
export { describeRoutes, registerDocs } from './openapi.js';
export { refuseWhenOverloaded } from './overload.js';
export { parse } from './parse.js';
export { sendPage, sliceOf } from './paging.js';
export {
  type AnyReply,
  errorResponses,
  disconnectSignal,
  notModifiedResponse,
  ownedResponses,
  principalOf,
  resultResponses,
  sendJson,
  sendNothing,
  sendTagged,
} from './replies.js';
export { createHttpServer } from './server.js';
export { logRequests } from './request-log.js';
export { type Access, type RouteAccess, routeAccess, webPages } from './route-access.js';
export { guardRoutes, requireDeclaredAccess, requireScope } from './route-guard.js';
export { refuseOtherOrigins } from './same-origin.js';
export type { Scope } from './scope.js';
export { addSecurityHeaders, pagePolicy, visitorPolicy } from './security-headers.js';
