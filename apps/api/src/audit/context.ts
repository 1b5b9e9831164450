import type { Principal } from '../identity/principal/index.js';
import { principalOf } from '../http/index.js';

/** The principal and the client address of an audit event. */
export interface AuditContext {
  actor: Principal;
  /** Client address of the request. */
  address: string;
}

/** Returns the audit context of a request. @throws AppError 401 on an anonymous request */
export const auditContextOf = (request: {
  principal: Principal | null;
  ip: string;
}): AuditContext => ({
  actor: principalOf(request),
  address: request.ip,
});
