import type { AuditEvent, ConnectionAccess, ServiceToken, User, Workers } from '@sluice/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, send } from '../http/client.js';
import { nextOffsetOf } from '../http/link-header.js';

const read = <T>(queryKey: string[], path: string) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call<T>('GET', path, { signal }),
    // Admin pages always show the current state.
    staleTime: 0,
  });

/** A page of the audit log. */
export interface AuditPage {
  action: string;
  /** Null includes all users. */
  actorId: string | null;
  offset: number;
}

/** Events per page of the audit log. */
export const AUDIT_PAGE_SIZE = 50;

/** The query options of the resources of the admin pages. */
export const adminReads = {
  accesses: (includeInactives: boolean) =>
    read<ConnectionAccess[]>(
      ['accesses', String(includeInactives)],
      `/api/connection-accesses?includeInactives=${includeInactives}`,
    ),
  users: read<User[]>(['users'], '/api/users'),
  serviceTokens: read<ServiceToken[]>(['service-tokens'], '/api/service-tokens'),
  workers: read<Workers>(['workers'], '/api/workers'),
  audit: ({ action, actorId, offset }: AuditPage) =>
    queryOptions({
      queryKey: ['audit', action, actorId, offset],
      queryFn: async ({ signal }) => {
        const limit = String(AUDIT_PAGE_SIZE);
        const query = new URLSearchParams({ limit, offset: String(offset) });
        if (action !== '') query.set('action', action);
        if (actorId !== null) query.set('actorId', actorId);
        const response = await send('GET', `/api/audit?${query}`, { signal });
        const events = (await response.json()) as AuditEvent[];
        return { events, hasMore: nextOffsetOf(response.headers.get('link')) !== null };
      },
      staleTime: 0,
    }),
};
