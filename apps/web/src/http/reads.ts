import type {
  App,
  Batch,
  Connection,
  ConnectionSchema,
  CurrentUser,
  DriverInfo,
  Query,
  User,
} from '@sluice/contracts';
import { QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, call, isOffline, send } from './client.js';

/** The cache of responses. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => isOffline(error) && count < 3,
    },
  },
});

const read = <T>(key: string, path: string) =>
  queryOptions({ queryKey: [key], queryFn: ({ signal }) => call<T>('GET', path, { signal }) });

/** A saved query and its version. */
export interface SavedQuery {
  query: Query;
  etag: string | null;
}

/** Returns the saved query in a response. */
export const savedQueryOf = async (response: Response): Promise<SavedQuery> => ({
  query: (await response.json()) as Query,
  etag: response.headers.get('etag'),
});

/** The query options of each resource. */
export const reads = {
  app: read<App>('app', '/api/app'),
  connections: read<Connection[]>('connections', '/api/connections'),
  drivers: read<DriverInfo[]>('drivers', '/api/drivers'),
  tags: read<string[]>('tags', '/api/tags'),
  users: read<User[]>('users', '/api/users'),
  savedQuery: (id: string) =>
    queryOptions({
      queryKey: ['saved-query', id],
      queryFn: async ({ signal }) =>
        savedQueryOf(await send('GET', `/api/queries/${encodeURIComponent(id)}`, { signal })),
    }),
  schema: (connectionId: string) => {
    const path = `/api/connections/${encodeURIComponent(connectionId)}/schema`;
    return queryOptions({
      queryKey: ['schema', connectionId],
      queryFn: ({ signal }) => call<ConnectionSchema>('GET', path, { signal }),
      staleTime: 10 * 60_000,
      retry: false,
      // Structural sharing compares two schemas name by name, which blocks the page.
      structuralSharing: false,
    });
  },
  batch: (id: string) =>
    queryOptions({
      queryKey: ['batch', id],
      queryFn: ({ signal }) => call<Batch>('GET', `/api/batches/${id}`, { signal }),
    }),
};

/** Returns the configuration of the service and the current user. */
export const useApp = (): App => useSuspenseQuery(reads.app).data;

/** Returns the signed-in user. @throws ApiError 401 if there is none */
export function useCurrentUser(): CurrentUser {
  const { currentUser } = useApp();
  if (currentUser === undefined) throw new ApiError(401, { title: 'Not signed in' });
  return currentUser;
}

/** Reads the connections that the user may use. */
export const useConnections = () => useQuery(reads.connections);

/** Returns a connection; undefined if the user may not use it. */
export const useConnection = (id: string | null | undefined) =>
  useConnections().data?.find((connection) => connection.id === id);
