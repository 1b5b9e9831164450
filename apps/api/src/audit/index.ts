export { type AuditContext, auditContextOf } from './context.js';
export { registerAudit } from './routes.js';
export { type Audit, auditName, createAudit, downloadEvent, fieldsOf } from './service.js';
