import { functionsOf } from './functions/function-list.js';
import type { Ranked } from './ranking.js';
import { itemsOf, wordOf, type Level } from './token-tree.js';

const parts = (
  'day month year hour minute second week quarter millisecond microsecond dayofweek dayofyear isoweek isoyear epoch ' +
  'dow doy'
).split(' ');

/** The parameters that take the name of a part without quotes. PostgreSQL and DuckDB take a literal. */
const dialectsWithParts = new Set(['mysql', 'snowflake', 'bigquery']);

/** Returns the completions for parts of a date, where a function or an interval takes one. */
export const datePartOptions = (
  levels: readonly Level[],
  dialectName: string | undefined,
): Ranked[] =>
  takesDatePart(levels, dialectName)
    ? parts.map((label, use) => ({ label, type: 'keyword', detail: 'part', group: 0, use }))
    : [];

function takesDatePart([level, outer]: readonly Level[], dialectName: string | undefined): boolean {
  const before = level?.before ?? [];
  if (before.at(-1)?.kind === 'literal' && wordOf(before.at(-2)) === 'interval') return true;
  const called = wordOf(outer?.before.at(-1));
  const [last = []] = itemsOf(before).slice(-1);
  if (called === undefined || last.length > 0) return false;
  if (called === 'extract') return before.length === 0;
  if (!dialectsWithParts.has(dialectName ?? '')) return false;
  const found = functionsOf(dialectName).find(({ name }) => name === called);
  const parameters = (found?.parameters ?? '').slice(1, -1).split(', ');
  const parameter = parameters[itemsOf(before).length - 1];
  return parameter === 'part' || parameter === 'unit';
}
