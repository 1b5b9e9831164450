import type { ViewRequest } from '@sluice/contracts';
import { comparison } from './comparisons.js';
import { literal } from './sql.js';
import type { LoadedColumn } from './table.js';

/** A condition of a request. */
export type ViewFilter = NonNullable<ViewRequest['filters']>[number];

/** Returns SQL of a filter that has been checked. Null matches only `isNull`. */
export function condition(filter: ViewFilter, column: LoadedColumn): string {
  const { operator, ignoreCase = false } = filter;
  const given = String(filter.value ?? '');
  const folded = (sql: string): string => (ignoreCase ? `lower(${sql})` : sql);
  const text = folded(column.text);
  switch (operator) {
    case 'isNull':
      return `${column.value} is null`;
    case 'isNotNull':
      return `${column.value} is not null`;
    case 'contains':
      return `contains(${text}, ${folded(literal(given))})`;
    case 'startsWith':
      return `starts_with(${text}, ${folded(literal(given))})`;
    case 'between': {
      const [from = '', to = ''] = (filter.values ?? []).map(String);
      return `(${comparison(column, '>=', from)} and ${comparison(column, '<=', to)})`;
    }
    case 'in': {
      const each = (filter.values ?? []).map((value) => equal(column, String(value), folded));
      return each.length === 0 ? 'false' : `(${each.join(' or ')})`;
    }
    case '=':
      return equal(column, given, folded);
    case '!=':
      return ignoreCase ? `${text} <> ${folded(literal(given))}` : comparison(column, '!=', given);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(column, operator, given);
  }
}

function equal(column: LoadedColumn, given: string, folded: (sql: string) => string): string {
  const text = folded(column.text);
  return text === column.text
    ? comparison(column, '=', given)
    : `${text} = ${folded(literal(given))}`;
}
