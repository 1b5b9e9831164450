import type { AuditEvent, ConnectionAccess, ServiceToken, User, Workers } from '@sluice/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, send } from '../api/client.js';

const list = <T>(queryKey: string[], path: string) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call<T>('GET', path, { signal }),
    // Somebody who manages something sees it as it is.
    staleTime: 0,
  });

/** Which part of the audit record is read. */
export interface AuditPage {
  action: string;
  /** Null: everybody's. */
  actorId: string | null;
  offset: number;
}

/** Events of a page of the record. */
export const auditPageSize = 50;

/** What only admins read, and how. */
export const adminReads = {
  accesses: (includeInactives: boolean) =>
    list<ConnectionAccess[]>(
      ['accesses', String(includeInactives)],
      `/api/connection-accesses?includeInactives=${includeInactives}`,
    ),
  users: list<User[]>(['users'], '/api/users'),
  serviceTokens: list<ServiceToken[]>(['service-tokens'], '/api/service-tokens'),
  workers: list<Workers>(['workers'], '/api/workers'),
  audit: ({ action, actorId, offset }: AuditPage) =>
    queryOptions({
      queryKey: ['audit', action, actorId, offset],
      queryFn: async ({ signal }) => {
        const query = new URLSearchParams({ limit: String(auditPageSize), offset: String(offset) });
        if (action !== '') query.set('action', action);
        if (actorId !== null) query.set('actorId', actorId);
        const response = await send('GET', `/api/audit?${query}`, { signal });
        const events = (await response.json()) as AuditEvent[];
        const hasMore = /rel="?next/.test(response.headers.get('link') ?? '');
        return { events, hasMore };
      },
      staleTime: 0,
    }),
};
