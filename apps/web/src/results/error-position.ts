import type { Batch, Statement } from '@sluice/contracts';
import type { TextRange } from '../sql/text-range.js';

/** A word in a text; `line` and `column` start at 1. */
export interface TextPosition extends TextRange {
  line: number;
  column: number;
}

/**
 * Returns where the executed text starts in the editor text of the batch. Statement offsets count from there.
 */
export function executedFrom({ batchText, selectedText }: Batch): number {
  if (selectedText === null || selectedText.trim() === '') return 0;
  return Math.max(0, batchText.indexOf(selectedText));
}

/**
 * Returns the word that the database reports as the error, as a position in the batch text. Returns null if
 * the error has no line. The database counts lines from the start of the statement.
 */
export function errorPosition(batch: Batch, statement: Statement): TextPosition | null {
  const { error, startOffset, statementText } = statement;
  if (error?.line === undefined) return null;
  const { batchText } = batch;
  const inStatement = offsetAt(statementText, error.line, error.column ?? 1);
  const from = executedFrom(batch) + startOffset + inStatement;
  const lines = batchText.slice(0, from).split('\n');
  const column = Array.from(lines.at(-1) ?? '').length + 1;
  return { from, to: wordEnd(batchText, from), line: lines.length, column };
}

/** Returns the UTF-16 offset of a line and column, which start at 1. */
export function offsetAt(text: string, line: number, column: number): number {
  let offset = 0;
  for (let count = 1; count < line; count++) offset = text.indexOf('\n', offset) + 1;
  const lineText = text.slice(offset).split('\n', 1)[0] ?? '';
  // Databases count characters; the editor counts UTF-16 units.
  const before = Array.from(lineText).slice(0, column - 1);
  return offset + before.join('').length;
}

/** Returns the end of the word at an offset, or of the one character there. */
export function wordEnd(text: string, from: number): number {
  const word = /^[\w$]+|^./u.exec(text.slice(from, from + 200));
  return from + (word?.[0].length ?? 1);
}
