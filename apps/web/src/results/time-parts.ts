import type { Batch } from '@sluice/contracts';

/** Splits the duration of a run into the time before its first statement was sent, and the time after. */
export function timePartsOf(
  { startTime, statements }: Pick<Batch, 'startTime' | 'statements'>,
  elapsedMs: number,
): [label: string, durationMs: number][] {
  const sentTimes = statements.flatMap((statement) => statement.startTime ?? []).map(Date.parse);
  if (sentTimes.length === 0) return [['Queued and connecting', elapsedMs]];
  const waitedMs = Math.max(0, Math.min(...sentTimes) - Date.parse(startTime));
  return [
    ['Queued and connecting', waitedMs],
    ['Running and fetching', Math.max(0, elapsedMs - waitedMs)],
  ];
}
