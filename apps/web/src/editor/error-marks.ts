import type { Batch } from '@sluice/contracts';
import { errorPosition, executedFrom, offsetAt, wordEnd } from '../results/error-position.js';
import type { Mark } from './sql-editor.js';

/** Returns a mark for each failed statement, in the batch text. Cancelled statements get no mark. */
export function marksOf(batch: Batch): Mark[] {
  const from = executedFrom(batch);
  return batch.statements.flatMap((statement) => {
    const { error, status, startOffset, endOffset } = statement;
    if (error === null || status === 'cancelled') return [];
    const { from: start, to } = errorPosition(batch, statement) ?? {
      from: from + startOffset,
      to: from + endOffset,
    };
    return [markOf(batch.batchText, start, to, error.title)];
  });
}

/** Returns a mark at the `line 2, column 5` that a message names; no mark if it names none. */
export function markIn(text: string, message: string): Mark[] {
  const [, line, column] = /line (\d+), column (\d+)/.exec(message) ?? [];
  if (line === undefined || column === undefined) return [];
  const from = Math.min(offsetAt(text, Number(line), Number(column)), text.length);
  return [markOf(text, from, wordEnd(text, from), message)];
}

function markOf(text: string, from: number, end: number, message: string): Mark {
  const to = Math.min(end, text.length);
  return { from, to, message, text: text.slice(from, to) };
}
