import type { Batch, BatchStatus } from '@sluice/contracts';
import { runNameOf } from '../results/executed-text.js';
import { statusLabels } from '../results/run-labels.js';
import { formatDuration, formatRows } from '../ui/format.js';

const MAX_NAME_CHARACTERS = 80;

/** Returns the title and text of the notification about a run that has ended. */
export function outcomeOf(batch: Batch): { title: string; text: string } {
  const { status, durationMs, statements } = batch;
  const title = `${statusLabels[status]}: ${runNameOf(batch).slice(0, MAX_NAME_CHARACTERS)}`;
  const error = statements.find((statement) => statement.error !== null)?.error;
  if (status === 'error' && error != null) return { title, text: error.title };
  const counts = statements.flatMap(({ rowCount }) => rowCount ?? []);
  const parts = [
    ...(counts.length === 0 ? [] : [formatRows(counts.reduce((sum, count) => sum + count, 0))]),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
  ];
  return { title, text: parts.join(' in ') };
}

/**
 * Returns the start of the title of the browser window: the number of live runs, and what ended out of view.
 *
 * @param ended the states of the runs that ended while the page was not in view
 */
export function titleBadge(liveCount: number, ended: BatchStatus[]): string {
  const live = liveCount === 0 ? '' : `(${liveCount}) `;
  const [first] = ended;
  if (first === undefined) return live;
  return `${live}${ended.length === 1 ? statusLabels[first] : `${ended.length} runs ended`}: `;
}
