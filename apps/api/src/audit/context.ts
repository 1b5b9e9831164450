import type { Principal } from '../identity/principal/index.js';
import { principalOf } from '../http/index.js';

/** The principal and the client address that an audit event records. */
export interface AuditContext {
  actor: Principal;
  /** Client address of the request. */
  address: string;
}

/** The audit context of a request. @throws AppError 401 on an anonymous request */
export const auditContextOf = (request: {
  principal: Principal | null;
  ip: string;
}): AuditContext => ({
  actor: principalOf(request),
  address: request.ip,
});
