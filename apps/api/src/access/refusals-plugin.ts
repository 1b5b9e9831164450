import { AppError, notFound } from '@sluice/errors';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../http/index.js';
import type { Audit } from '../audit/index.js';
import { ForeignItem, type Tenants } from '../tenants/index.js';

/**
 * Writes refused requests (403) to the audit log, and replies 404 for items of other tenants, so
 * that their existence is not disclosed.
 */
export function addRefusals(scope: Scope, tenants: Tenants, audit: Audit): void {
  scope.setErrorHandler(async (error, request) => {
    const { principal } = request;
    if (principal === null || !(error instanceof AppError) || error.status !== 403) throw error;
    await recordRefusal(audit, request, error);
    if (
      error instanceof ForeignItem &&
      !(await tenants.isSameTenant(principal.id, error.ownerId))
    ) {
      throw notFound();
    }
    throw error;
  });
}

/** The target is the route's pattern: the request's path is untrusted text. */
async function recordRefusal(
  audit: Audit,
  { method, ip, principal, routeOptions }: FastifyRequest,
  error: AppError,
): Promise<void> {
  const isForAdmins = routeOptions.config.access === 'admins' && principal?.role !== 'admin';
  await audit.record({
    action: isForAdmins ? 'admin_route' : 'request',
    outcome: 'refused',
    actor: principal,
    target: `${method} ${routeOptions.url ?? ''}`,
    address: ip,
    detail: {
      code: error.code,
      ...(error instanceof ForeignItem ? { ownerId: error.ownerId } : {}),
    },
  });
}
