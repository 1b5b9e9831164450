import type { Role } from '@sluice/contracts';
import { forbidden } from '@sluice/errors';
import type { Principal } from './principal.js';

/** Returns the role of the user, which a personal token does not narrow. */
export const userRoleOf = ({ role, token }: Pick<Principal, 'role' | 'token'>): Role =>
  token?.userRole ?? role;

/** Returns whether the principal may use every connection without an access row. */
export const usesEveryConnection = (principal: Pick<Principal, 'role' | 'token'>): boolean =>
  userRoleOf(principal) === 'admin';

/** Returns the only connections of the principal's personal token; undefined: all. */
export const onlyConnectionsOf = ({
  token,
}: Pick<Principal, 'token'>): readonly string[] | undefined => token?.connectionIds ?? undefined;

/** Returns whether the principal's personal token includes the connection; true without a token. */
export const includesConnection = (
  principal: Pick<Principal, 'token'>,
  connectionId: string,
): boolean => onlyConnectionsOf(principal)?.includes(connectionId) ?? true;

/** @throws AppError 403 `token_connection` when the personal token excludes the connection */
export function requireIncluded(principal: Pick<Principal, 'token'>, connectionId: string): void {
  if (includesConnection(principal, connectionId)) return;
  throw forbidden('This token may not use the connection', 'token_connection');
}
