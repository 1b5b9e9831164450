import { DriverError } from '@sluice/driver-kit';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';
import { endsInCode } from '@sluice/sql';

/** Marks that are compared with the text around them: each costs one read of the text before it. */
const MAX_MARKS = 20;

/** SQLSTATEs with which the server refuses a mark without a type: no type, an ambiguous type, an ambiguous operator. */
const untyped = new Set(['42P18', '42P08', '42725']);

/** Statements that declare their own parameters. */
const declaring = new Set(['prepare', 'create']);

/** Returns whether a statement may show a plan for parameters without values, as PostgreSQL 16 and later do. */
export const mayExplainGenericPlan = (sql: string): boolean =>
  leadingWord(sql, 'postgres') === 'explain' && /\bgeneric_plan\b/i.test(sql);

/**
 * Returns the error of a text with marks such as `$1` that have no value, as psql shows it: only the simple query
 * protocol reports it, the extended one expects values. `bound` is the number of values.
 */
export function unboundParameter(sql: string, bound: number): DriverError {
  const mark = firstUnbound(sql, bound);
  return new DriverError(
    'sql',
    'failed',
    `there is no parameter $${mark === null ? String(bound + 1) : mark.number}`,
    {
      sqlState: '42P02',
      position: mark === null ? undefined : Array.from(sql.slice(0, mark.at)).length + 1,
      hint: 'Use a placeholder such as {{name}} to bind a value.',
    },
  );
}

/** Returns {@link unboundParameter} for a statement that the server refused because of a mark without a value. */
export function refusedMark(
  sql: string,
  bound: number,
  sqlState: string | undefined,
): DriverError | null {
  if (sqlState === undefined || !untyped.has(sqlState)) return null;
  if (declaring.has(leadingWord(sql, 'postgres')) || mayExplainGenericPlan(sql)) return null;
  return firstUnbound(sql, bound) === null ? null : unboundParameter(sql, bound);
}

/** Returns the first mark outside of literals, comments and names whose number is above `bound`. */
function firstUnbound(sql: string, bound: number): { number: string; at: number } | null {
  let looked = 0;
  for (const { 1: number = '', index: at } of sql.matchAll(
    /(?<![\w$\u0080-\uffff])\$(\d{1,10})/g,
  )) {
    if (Number(number) <= bound) continue;
    if (endsInCode(sql.slice(0, at), 'postgres')) return { number, at };
    if (++looked === MAX_MARKS) return null;
  }
  return null;
}
