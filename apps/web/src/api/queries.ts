import type {
  App,
  Batch,
  Connection,
  ConnectionSchema,
  DriverInfo,
  CurrentUser,
  Query,
  User,
} from '@sluice/contracts';
import { QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, call, isOffline, send } from './client.js';

/** One store of what the service said. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => isOffline(error) && count < 3,
    },
  },
});

const list = <T>(key: string, path: string) =>
  queryOptions({ queryKey: [key], queryFn: ({ signal }) => call<T>('GET', path, { signal }) });

/** A saved query with the version that it was read in. */
export interface SavedQuery {
  query: Query;
  etag: string | null;
}

/** The answer to a request for a saved query, or to a change of it. */
export const savedQueryOf = async (response: Response): Promise<SavedQuery> => ({
  query: (await response.json()) as Query,
  etag: response.headers.get('etag'),
});

/** Each thing that is read, and how. */
export const reads = {
  app: list<App>('app', '/api/app'),
  connections: list<Connection[]>('connections', '/api/connections'),
  drivers: list<DriverInfo[]>('drivers', '/api/drivers'),
  tags: list<string[]>('tags', '/api/tags'),
  users: list<User[]>('users', '/api/users'),
  savedQuery: (id: string) =>
    queryOptions({
      queryKey: ['saved-query', id],
      queryFn: async ({ signal }) =>
        savedQueryOf(await send('GET', `/api/queries/${encodeURIComponent(id)}`, { signal })),
    }),
  schema: (connectionId: string) =>
    queryOptions({
      queryKey: ['schema', connectionId],
      queryFn: ({ signal }) =>
        call<ConnectionSchema>(
          'GET',
          `/api/connections/${encodeURIComponent(connectionId)}/schema`,
          {
            signal,
          },
        ),
      staleTime: 10 * 60_000,
      retry: false,
      // Comparing a schema read anew with the last one, name by name, would hold up the page.
      structuralSharing: false,
    }),
  batch: (id: string) =>
    queryOptions({
      queryKey: ['batch', id],
      queryFn: ({ signal }) => call<Batch>('GET', `/api/batches/${id}`, { signal }),
    }),
};

/** What the service says of itself and of who is signed in. */
export const useApp = (): App => useSuspenseQuery(reads.app).data;

/** Who is signed in. @throws where nobody can be */
export function useCurrentUser(): CurrentUser {
  const { currentUser } = useApp();
  if (currentUser === undefined) throw new ApiError(401, { title: 'Nobody is signed in' });
  return currentUser;
}

/** The connections that the user may use. */
export const useConnections = () => useQuery(reads.connections);
