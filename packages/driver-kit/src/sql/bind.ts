import type { BoundValue } from '@sluice/contracts';
import type { BoundPlaceholder, DriverError } from '../contract/driver.js';
import { atPosition } from '../errors.js';

/** How an engine marks bound values in a text. */
export interface ParameterMarks {
  /** The mark of a value by its number, from 1, such as `$1`. */
  mark: (number: number) => string;
  /**
   * Equal placeholders share their numbers. PostgreSQL would take `$1` and `$2` in SELECT and GROUP BY for different
   * expressions, even if their values are equal.
   */
  isShared: boolean;
}

/** A text as it is sent, with its values. */
export interface BoundText {
  sql: string;
  values: readonly BoundValue[];
  /** Converts a position in `sql` to the position in the original text; both in code points, from 1. */
  original: (position: number) => number;
}

/** Replaces the placeholders of a text by marks. The text depends only on the number of values, never on a value. */
export function bind(
  sql: string,
  placeholders: readonly BoundPlaceholder[],
  { mark, isShared }: ParameterMarks,
): BoundText {
  const values: BoundValue[] = [];
  const known = new Map<string, string>();
  const parts: string[] = [];
  const marked = placeholders.map((placeholder) => {
    const { name, values: own } = placeholder;
    const shared = isShared ? known.get(name) : undefined;
    const marks = shared ?? own.map((value) => mark(values.push(value))).join(', ');
    known.set(name, marks);
    return { ...placeholder, marks };
  });
  let at = 0;
  for (const { startOffset, endOffset, marks } of marked) {
    parts.push(sql.slice(at, startOffset), marks);
    at = endOffset;
  }
  parts.push(sql.slice(at));
  return {
    sql: parts.join(''),
    values,
    original: (position) => originalPosition(sql, marked, position),
  };
}

/** A position inside a mark is that of its placeholder. */
function originalPosition(
  sql: string,
  marked: readonly { startOffset: number; endOffset: number; marks: string }[],
  position: number,
): number {
  let shift = 0;
  for (const { startOffset, endOffset, marks } of marked) {
    const start = Array.from(sql.slice(0, startOffset)).length + 1;
    if (position + shift < start) break;
    if (position + shift < start + marks.length) return start;
    shift += endOffset - startOffset - marks.length;
  }
  return position + shift;
}

/** Returns the error with its position in the original text. */
export const atOriginal = (error: DriverError, { original }: BoundText): DriverError =>
  error.position === undefined ? error : atPosition(error, original(error.position));
