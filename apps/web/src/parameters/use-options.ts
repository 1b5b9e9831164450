import type { Batch, QueryParameter } from '@sluice/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/client.js';

/** A value that a parameter can have. */
export interface Option {
  value: string;
  label: string;
}

const MAX_OPTIONS = 1_000;
const STALE_AFTER_MS = 5 * 60_000;

/** Returns the values to choose from: those of the definition, or of the query that it names. */
export function useOptions(definition: QueryParameter | undefined): Option[] {
  const { options, optionsQueryId } = definition ?? {};
  const read = useQuery({
    ...optionsOfQuery(optionsQueryId ?? ''),
    enabled: optionsQueryId !== undefined,
  });
  if (options !== undefined) return options.map((each) => optionOf([each]));
  return read.data ?? [];
}

/** Runs the query; its first column has the values, and a second one their labels. */
const optionsOfQuery = (queryId: string) =>
  queryOptions({
    queryKey: ['parameter-options', queryId],
    queryFn: async ({ signal }) => {
      const path = `/api/queries/${encodeURIComponent(queryId)}/run?wait=50`;
      const batch = await call<Batch>('POST', path, { body: {}, signal });
      const statement = batch.statements.at(-1);
      if (batch.status !== 'finished' || statement === undefined) return [];
      const rows = await call<unknown[][]>(
        'GET',
        `/api/statements/${statement.id}/results?limit=${MAX_OPTIONS}`,
        { signal },
      );
      return rows.filter(([value]) => value !== null).map(optionOf);
    },
    staleTime: STALE_AFTER_MS,
    retry: false,
  });

function optionOf([value, label = value]: unknown[]): Option {
  return { value: textOf(value), label: textOf(label) };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
