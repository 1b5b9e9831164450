import type { PersonalToken } from '@sluice/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/client.js';
import { queryClient } from '../http/reads.js';

const read = (path: string) =>
  queryOptions({
    queryKey: ['tokens', path],
    queryFn: ({ signal }) => call<PersonalToken[]>('GET', path, { signal }),
    // The last use changes with every use.
    staleTime: 0,
  });

/** The query options of personal tokens. */
export const tokenReads = {
  own: read('/api/tokens'),
  all: read('/api/tokens?all=true'),
};

/** Reads all lists of tokens again. */
export const reloadTokens = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['tokens'] });
