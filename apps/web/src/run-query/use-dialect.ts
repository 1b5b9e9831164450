import { useQuery } from '@tanstack/react-query';
import { reads, useConnection } from '../http/reads.js';

/** Returns the SQL dialect of a connection; undefined until it is known, and without access to the connection. */
export function useDialect(connectionId: string | null): string | undefined {
  const drivers = useQuery(reads.drivers);
  const connection = useConnection(connectionId);
  return drivers.data?.find(({ id }) => id === connection?.driver)?.dialect;
}
