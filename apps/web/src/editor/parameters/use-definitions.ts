import type { Query, QueryParameter } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient, reads } from '../../http/reads.js';
import { definitionsOf, type Definitions } from '../../parameters/defined-inputs.js';
import type { Tab } from '../../tabs/tabs.js';

const none: readonly QueryParameter[] = [];

/** Returns the saved query of a tab; undefined without one, and until it is known. */
export function useSavedQuery({ queryId }: Tab): Query | undefined {
  const saved = useQuery({
    ...reads.savedQuery(queryId ?? ''),
    enabled: queryId !== null,
    staleTime: Infinity,
  });
  return queryId === null ? undefined : saved.data?.query;
}

/** Returns the definitions of a saved query. */
export function useDefinitions(query: Query | undefined): Definitions {
  const parameters = query?.parameters ?? none;
  return useMemo(() => definitionsOf(parameters), [parameters]);
}

/** Returns the known definitions of the saved query of a tab. */
export const currentDefinitions = ({ queryId }: Tab): Definitions =>
  definitionsOf(
    queryClient.getQueryData(reads.savedQuery(queryId ?? '').queryKey)?.query.parameters ?? none,
  );
