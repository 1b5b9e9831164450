import type { ColumnInfo, ViewOperator, ViewRequest } from '@sluice/contracts';
import { cellText } from './grid/cell-text.js';

/** A condition on a column that each row must meet. */
export type ColumnFilter = NonNullable<ViewRequest['filters']>[number];

type FilterValue = NonNullable<ColumnFilter['value']>;

/** Operators of a condition with one value or none, with their labels. */
export const operatorLabels = {
  '=': 'equals',
  '!=': 'does not equal',
  '<': 'less than',
  '<=': 'at most',
  '>': 'greater than',
  '>=': 'at least',
  contains: 'contains',
  startsWith: 'starts with',
  isNull: 'is null',
  isNotNull: 'is not null',
} as const satisfies Partial<Record<ViewOperator, string>>;

/** An operator that a user can choose. */
export type ChosenOperator = keyof typeof operatorLabels;

const ordered: ChosenOperator[] = ['=', '!=', '<', '<=', '>', '>='];
const textual: ChosenOperator[] = ['contains', 'startsWith'];
const nullable: ChosenOperator[] = ['isNull', 'isNotNull'];

/** Returns the operators for a column; the first one is the default. */
export function operatorsOf({ datatype }: Pick<ColumnInfo, 'datatype'>): ChosenOperator[] {
  if (datatype === 'boolean') return ['=', '!=', ...nullable];
  if (datatype === 'json') return [...textual, ...nullable];
  if (datatype === 'string' || datatype === 'binary') return [...textual, ...ordered, ...nullable];
  return [...ordered, ...nullable];
}

/** Returns whether an operator compares with a value. */
export const takesValue = (operator: ChosenOperator): boolean =>
  operator !== 'isNull' && operator !== 'isNotNull';

/** Returns the condition of a form. Text operators ignore case, as the search in all columns does. */
export function conditionOf(
  column: number,
  { datatype }: Pick<ColumnInfo, 'datatype'>,
  operator: ChosenOperator,
  text: string,
): ColumnFilter {
  if (!takesValue(operator)) return { column, operator };
  const value = datatype === 'boolean' ? text.trim().toLowerCase() === 'true' : text;
  return { column, operator, value, ...(textual.includes(operator) && { ignoreCase: true }) };
}

/** Returns the condition that keeps or leaves out the rows with the value of a cell; null for lists and objects. */
export function valueFilter(column: number, cell: unknown, isKept: boolean): ColumnFilter | null {
  if (cell === null || cell === undefined)
    return { column, operator: isKept ? 'isNull' : 'isNotNull' };
  return isFilterValue(cell) ? { column, operator: isKept ? '=' : '!=', value: cell } : null;
}

/** Returns whether a value of a result can be a value of a condition. */
export const isFilterValue = (cell: unknown): cell is FilterValue =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean';

const MAX_LISTED = 3;
/** Characters of a value. */
const MAX_SHOWN = 60;

/** Returns a condition as text, such as `amount at least 5`. */
export function filterText(
  { column, operator, value, values = [] }: ColumnFilter,
  columns: readonly Pick<ColumnInfo, 'name'>[],
): string {
  const name = columns[column]?.name ?? `column ${column + 1}`;
  const quoted = (each: unknown): string => {
    const text = cellText(each) ?? 'null';
    return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  };
  if (operator === 'in') {
    const rest = values.length - MAX_LISTED;
    const listed = values.slice(0, MAX_LISTED).map(quoted).join(', ');
    return `${name} is ${listed}${rest > 0 ? ` or ${rest} more` : ''}`;
  }
  const label = Object.hasOwn(operatorLabels, operator)
    ? operatorLabels[operator as ChosenOperator]
    : operator;
  return value === undefined ? `${name} ${label}` : `${name} ${label} ${quoted(value)}`;
}
