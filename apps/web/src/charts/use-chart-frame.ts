import { useQuery } from '@tanstack/react-query';
import type { Chart, View, ViewRequest } from '@sluice/contracts';
import { useContext, useMemo } from 'react';
import { call, errorText } from '../http/client.js';
import type { StatementRows } from '../results/chart-slot.js';
import { MAX_LOCAL_ROWS } from '../results/row-coverage.js';
import { RowSource } from '../results/row-source.js';
import type { ChartFrame } from './chart-frame.js';
import { planOf, type ChartPlan } from './chart-plan.js';
import { coverageNote } from './coverage-note.js';
import { localFrame } from './local-frame.js';
import { viewFrame } from './view-frame.js';

/** The data of a chart, or why there is none. */
export interface ChartData {
  /** Undefined while it is read. */
  frame: ChartFrame | undefined;
  /** What to change in the chart so that it can be drawn; null if nothing. */
  hint: string | null;
  error: unknown;
}

/**
 * Reads the data of a chart. The service aggregates a finished result of more than {@link MAX_LOCAL_ROWS} rows, so the
 * page never holds its rows. While a statement runs, or if the service refuses, the chart covers the first rows.
 */
export function useChartFrame(statement: StatementRows, chart: Chart | null): ChartData {
  const { id, columns, status } = statement;
  const source = useContext(RowSource);
  const rowCount = statement.rowCount ?? 0;
  const planned = useMemo(() => (chart === null ? null : planOf(chart, columns)), [chart, columns]);
  // A chart that differs only in its look has an equal plan, and reads nothing.
  const planKey = JSON.stringify(planned?.kind === 'plan' ? planned.plan : null);
  const plan = useMemo(() => JSON.parse(planKey) as ChartPlan | null, [planKey]);
  const isFinished = status === 'finished';
  const onServer = isFinished && rowCount > MAX_LOCAL_ROWS;
  const view = useQuery({
    queryKey: ['chart', id, planKey],
    queryFn: ({ signal }) => (plan === null ? null : viewFrame(plan, askView(id, signal))),
    enabled: onServer && plan !== null,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const localCount = Math.min(rowCount, MAX_LOCAL_ROWS);
  const rows = useQuery({
    queryKey: ['chart-rows', id, localCount],
    queryFn: ({ signal }) => source(id)(0, MAX_LOCAL_ROWS, signal),
    enabled: plan !== null && rowCount > 0 && (!onServer || view.error !== null),
    // While a statement runs, its first rows stay until more have arrived.
    placeholderData: (last, query) => (query?.queryKey[1] === id ? last : undefined),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const refusal = onServer && view.error !== null ? errorText(view.error) : null;
  const note = coverageNote({ isFinished, rowCount, refusal });
  const local = useMemo(() => {
    const read = rowCount === 0 ? [] : rows.data;
    if (plan === null || read === undefined) return undefined;
    const frame = localFrame(plan, read);
    return { ...frame, notes: [...(note === null ? [] : [note]), ...frame.notes] };
  }, [plan, rows.data, rowCount, note]);
  const usesView = onServer && view.error === null;
  return {
    frame: usesView ? (view.data ?? undefined) : local,
    hint: planned?.kind === 'hint' ? planned.text : null,
    error: rows.error,
  };
}

const askView =
  (id: string, signal: AbortSignal) =>
  (request: ViewRequest): Promise<View> =>
    call<View>('POST', `/api/statements/${id}/view`, { body: request, signal });
