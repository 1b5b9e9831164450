import type { Batch, Statement } from '@sluice/contracts';
import { executedFrom, type Range } from './runs.js';
import type { Mark } from './sql-editor.js';

/** Where the database found fault, in the text of the tab as it was when it ran. What was cancelled is no fault. */
export function marksOf(batch: Batch): Mark[] {
  const from = executedFrom(batch);
  return batch.statements.flatMap((statement) => {
    const { error, status, startOffset, endOffset } = statement;
    if (error === null || status === 'cancelled') return [];
    const { from: start, to } = faultOf(batch, statement) ?? {
      from: from + startOffset,
      to: from + endOffset,
    };
    return [markOf(batch.batchText, start, to, error.title)];
  });
}

/** A word in a text; its line and column count from 1. */
export interface Place extends Range {
  line: number;
  column: number;
}

/**
 * Where the database found fault in a statement, in the text of the tab as it was when it ran: the database
 * counts lines from where the statement begins. Null when it does not say.
 */
export function faultOf(batch: Batch, statement: Statement): Place | null {
  const { error, startOffset, statementText } = statement;
  if (error?.line === undefined) return null;
  const { batchText } = batch;
  const inStatement = offsetOf(statementText, error.line, error.column ?? 1);
  const from = executedFrom(batch) + startOffset + inStatement;
  const lines = batchText.slice(0, from).split('\n');
  const column = Array.from(lines.at(-1) ?? '').length + 1;
  return { from, to: wordEnd(batchText, from), line: lines.length, column };
}

/** Marks the place that a message names as `line 2, column 5`; none where it names none. */
export function markIn(text: string, message: string): Mark[] {
  const [, line, column] = /line (\d+), column (\d+)/.exec(message) ?? [];
  if (line === undefined || column === undefined) return [];
  const from = Math.min(offsetOf(text, Number(line), Number(column)), text.length);
  return [markOf(text, from, wordEnd(text, from), message)];
}

function markOf(text: string, from: number, end: number, message: string): Mark {
  const to = Math.min(end, text.length);
  return { from, to, message, text: text.slice(from, to) };
}

/** Line and column count from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let count = 1; count < line; count++) offset = text.indexOf('\n', offset) + 1;
  const lineText = text.slice(offset).split('\n', 1)[0] ?? '';
  // The database counts characters, the editor UTF-16 units.
  return (
    offset +
    Array.from(lineText)
      .slice(0, column - 1)
      .join('').length
  );
}

function wordEnd(text: string, from: number): number {
  const word = /^[\w$]+|^./u.exec(text.slice(from, from + 200));
  return from + (word?.[0].length ?? 1);
}

/**
 * The statement under the cursor, told apart at `;` outside of quotes and comments. The service splits by
 * the connection's dialect; this only chooses what is sent to it.
 */
export function statementAt(text: string, cursor: number): Range {
  let from = 0;
  for (const end of separators(text)) {
    if (cursor <= end) return { from, to: end };
    from = end + 1;
  }
  return { from, to: text.length };
}

const skipped =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

function* separators(text: string): Generator<number> {
  for (const match of text.matchAll(skipped)) if (match[0] === ';') yield match.index;
}
