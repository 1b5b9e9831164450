import type { DuckDBValue } from '@duckdb/node-api';
import type { ViewRequest } from '@sluice/contracts';
import type { Kind } from './kinds.js';
import type { LoadedColumn } from './table.js';

/** An aggregate of a request. */
export type ViewAggregate = NonNullable<ViewRequest['aggregates']>[number];

/** How the answer of an aggregate is written. */
export type Written =
  /** A count. */
  | 'count'
  /** A floating-point number. */
  | 'double'
  /** The text of an exact number. */
  | 'exact'
  /** The number of a row that holds the value. */
  | 'row';

/** SQL of an aggregate. */
export interface CompiledAggregate {
  sql: string;
  /** SQL of its order among groups. */
  order: string;
  written: Written;
  /** Column of the value of a row. */
  column: number;
}

/** Compiles an aggregate that has been checked. With `isRough`, sums are floating-point numbers. */
export function compileAggregate(
  { function: name, column: index = -1 }: ViewAggregate,
  columnOf: (index: number) => LoadedColumn,
  isRough = false,
): CompiledAggregate {
  const plain = (sql: string, written: Written): CompiledAggregate => ({
    sql,
    order: sql,
    written,
    column: index,
  });
  if (index < 0) return plain('count(*)', 'count');
  const column = columnOf(index);
  const { kind, value } = column;
  const double = asDouble(column);
  switch (name) {
    case 'count':
      return plain(`count(${value})`, 'count');
    case 'nulls':
      return plain(`count(*) - count(${value})`, 'count');
    case 'countDistinct':
      return plain(`count(distinct ${value})`, 'count');
    case 'min':
    case 'max': {
      const row = `arg_${name}(t.rowid, ${value})`;
      return { sql: row, order: `${name}(${value})`, written: 'row', column: index };
    }
    case 'sum': {
      if (isRough || !isExact(kind)) return plain(`sum(${double})`, 'double');
      return { ...plain(`sum(${value})`, 'exact'), sql: `cast(sum(${value}) as varchar)` };
    }
    case 'avg':
      return plain(`avg(${isExact(kind) && !isRough ? value : double})`, 'double');
    case 'median':
      return plain(`quantile_cont(${double}, 0.5)`, 'double');
  }
}

const isExact = (kind: Kind): boolean => kind.is === 'integer' || kind.is === 'decimal';

const asDouble = ({ kind, value, text }: LoadedColumn): string =>
  kind.is === 'double' ? value : `try_cast(${kind.is === 'numberKey' ? text : value} as double)`;

/** The largest integer that every JSON reader keeps. */
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER) + 1n;

/** JSON of an aggregate's answer, in the form of stored values. Rows are read by the caller. */
export function aggregateJson(answer: DuckDBValue, written: Exclude<Written, 'row'>): string {
  if (answer === null) return 'null';
  if (written === 'count') return String(answer);
  if (written === 'double') return doubleJson(Number(answer));
  const text = answer as string;
  if (text.includes('.')) return JSON.stringify(text);
  const integer = BigInt(text);
  return integer > MAX_SAFE || integer < -MAX_SAFE ? JSON.stringify(text) : text;
}

const doubleJson = (number: number): string =>
  Number.isFinite(number) ? JSON.stringify(number) : JSON.stringify(String(number));
