import type { ColumnInfo, View, ViewFunction, ViewRequest } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../http/client.js';

/** The most frequent values that a dialog lists. */
const MAX_VALUES = 50;

const figureNames = {
  nulls: 'Nulls',
  countDistinct: 'Distinct values',
  min: 'Minimum',
  max: 'Maximum',
  sum: 'Sum',
  avg: 'Average',
  median: 'Median',
} as const satisfies Partial<Record<ViewFunction, string>>;

const common = ['nulls', 'countDistinct', 'min', 'max'] as const;
const numeric = [...common, 'sum', 'avg', 'median'] as const;

/** Figures and frequent values of a column, over all rows that the request keeps. */
export function useColumnValues(
  statementId: string,
  column: number,
  { datatype }: Pick<ColumnInfo, 'datatype'>,
  kept: Pick<ViewRequest, 'filters' | 'search'>,
) {
  const functions = datatype === 'number' ? numeric : common;
  const aggregates = functions.map((name) => ({ function: name, column }));
  // A request can ask for aggregates or for distinct values, not for both.
  const calculated = useView(statementId, { ...kept, aggregates, limit: 0 });
  const listed = useView(statementId, { ...kept, distinct: { column }, limit: MAX_VALUES });
  const error = calculated.error ?? listed.error;
  return {
    error,
    isLoading: error === null && (calculated.data === undefined || listed.data === undefined),
    total: calculated.data?.total ?? 0,
    figures: functions.map((name, index) => ({
      label: figureNames[name],
      value: calculated.data?.aggregates?.[index] ?? null,
    })),
    distinctCount: listed.data?.distinct?.total ?? 0,
    values: listed.data?.distinct?.values ?? [],
  };
}

const useView = (statementId: string, request: ViewRequest) =>
  useQuery({
    queryKey: ['column-values', statementId, request],
    queryFn: ({ signal }) =>
      call<View>('POST', `/api/statements/${statementId}/view`, { body: request, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
