import fc from 'fast-check';
import { isDeep } from '@sluice/testkit';
import t, { type Test } from 'tap';
import type { ViewRequest } from '@sluice/contracts';
import type { ViewedResult } from '@sluice/result-views';
import { openOracle } from './support/postgres.js';
import {
  comparedColumns,
  randomColumn,
  randomFilters,
  randomRows,
  randomSort,
} from './support/requests.js';
import { openTestViews, viewOf } from './support/views.js';

// Answers are compared with those of PostgreSQL on the rows of a table, stored by the driver of the service.

const { views, store } = await openTestViews(t);
const oracle = await openOracle(t);

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const typeName = (at: number): string =>
  comparedColumns[at]?.type.replace(' collate "C"', '') ?? '';
const cast = (value: unknown, type: string): string => `${literal(String(value))}::${type}`;

type Filter = NonNullable<ViewRequest['filters']>[number];

/** The same condition in PostgreSQL. Numbers are compared without rounding them to the type of the column. */
function conditionOf({ column, operator, value, values = [] }: Filter): string {
  const name = `c${String(column)}`;
  const type = typeName(column);
  const isReal = type === 'real';
  const isFloat = type === 'float8' || isReal;
  const isNumber = comparedColumns[column]?.given === 'number';
  const given = (each: unknown): string =>
    cast(each, isNumber ? (isFloat ? type : 'numeric') : type);
  switch (operator) {
    case 'isNull':
      return `${name} is null`;
    case 'isNotNull':
      return `${name} is not null`;
    case 'contains':
      return `strpos(${name}, ${literal(String(value))}) > 0`;
    case 'startsWith':
      return `starts_with(${name}, ${literal(String(value))})`;
    case 'between':
      return `${name} between ${values.map(given).join(' and ')}`;
    case 'in':
      return `${name} in (${values.map(given).join(', ')})`;
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `${name} ${operator} ${given(value)}`;
  }
}

const whereOf = (filters: Filter[]): string =>
  filters.length === 0 ? '' : `where ${filters.map(conditionOf).join(' and ')}`;

const orderOf = (sort: NonNullable<ViewRequest['sort']>): string =>
  [
    ...sort.map(({ column, descending, nulls }) =>
      [`c${String(column)}`, descending ? 'desc' : 'asc', nulls && `nulls ${nulls}`]
        .filter(Boolean)
        .join(' '),
    ),
    'n',
  ].join(', ');

/** The rows as a table of the oracle and as a stored result. */
async function fill(rows: (string | null)[][]): Promise<ViewedResult> {
  const types = comparedColumns.map(({ name, type }) => `${name} ${type}`);
  const values = rows.map(
    (row, n) =>
      `(${[String(n), ...row.map((value, at) => (value === null ? 'null' : cast(value, typeName(at))))].join(', ')})`,
  );
  await oracle.run(`drop table if exists compared;
    create table compared (n int, ${types.join(', ')});
    insert into compared values ${values.join(', ')}`);
  const names = comparedColumns.map(({ name }) => name).join(', ');
  return oracle.store(store, `select ${names} from compared order by n`);
}

/** Equal numbers may be stored with other digits, such as 1.5 and 1.50. */
function normal(value: unknown): string {
  if (value === null) return 'null';
  const text = searchText(value);
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
}

const seed = Number(process.env['VIEWS_SEED'] ?? Date.now() % 2 ** 31);
/** Each table starts a process, so few tables are asked many questions. */
const numRuns = isDeep ? 8 : 4;
const perTable = 24;

async function compare<T>(
  name: string,
  made: fc.Arbitrary<T>,
  check: (t: Test, compared: { result: ViewedResult; made: T }) => Promise<void>,
): Promise<void> {
  await t.test(`${name} (seed ${String(seed)})`, async (t) => {
    const many = fc.array(made, { minLength: perTable, maxLength: perTable });
    await fc.assert(
      fc.asyncProperty(randomRows, many, async (rows, each) => {
        const result = await fill(rows);
        for (const one of each) await check(t, { result, made: one });
        return t.passing();
      }),
      { numRuns, seed, endOnFailure: true },
    );
  });
}

await compare(
  'sorted and filtered rows, and their number',
  fc.record({ sort: randomSort, filters: randomFilters, offset: fc.nat(5), limit: fc.nat(40) }),
  async (t, { result, made }) => {
    const { sort, filters, offset, limit } = made;
    const where = whereOf(filters);
    const [[total] = []] = await oracle.rows(`select count(*) from compared ${where}`);
    const rows = await oracle.rows(
      `select * from compared ${where} order by ${orderOf(sort)} limit ${String(limit)} offset ${String(offset)}`,
    );
    const view = await viewOf(views, result, made);
    const what = JSON.stringify(made);
    t.equal(view.total, total, what);
    t.same(
      view.rowNumbers,
      rows.map(([n]) => n),
      what,
    );
    t.same(
      view.rows,
      rows.map(([, ...cells]) => cells),
      what,
    );
  },
);

await compare(
  'distinct values with their counts',
  fc.record({
    column: randomColumn,
    filters: randomFilters,
    order: fc.constantFrom('count', 'value'),
  }),
  async (t, { result, made: { column, filters, order } }) => {
    const name = `c${String(column)}`;
    const by = order === 'count' ? `2 desc, ${name}` : name;
    const rows = await oracle.rows(
      `select ${name}, count(*) from compared ${whereOf(filters)} group by ${name} order by ${by}`,
    );
    const request = { distinct: { column, order }, filters };
    const { distinct } = await viewOf(views, result, request);
    const what = JSON.stringify(request);
    t.equal(distinct?.total, rows.length, what);
    t.same(
      distinct?.values.map(({ value, count }) => [normal(value), count]),
      rows.slice(0, 100).map(([value, count]) => [normal(value), count]),
      what,
    );
  },
);

const isNumber = (column: number): boolean => comparedColumns[column]?.given === 'number';

/**
 * A numeric column in PostgreSQL, with the numbers that a result stores: for `real`, those that its text names. PostgreSQL
 * adds reals with seven digits, and views add them as doubles.
 */
const numberOf = (column: number): string =>
  `c${String(column)}${typeName(column) === 'real' ? '::text::float8' : ''}`;

/** Aggregates of a column, in the request and in PostgreSQL. */
function aggregatesOf(column: number): [function_: string, sql: string][] {
  const name = `c${String(column)}`;
  const type = typeName(column);
  const number = numberOf(column);
  const hasMax = !['uuid', 'bytea'].includes(type);
  return [
    ['count', `count(${name})`],
    ['nulls', `count(*) - count(${name})`],
    ['countDistinct', `count(distinct ${name})`],
    ...(hasMax
      ? ([
          ['min', `min(${name})`],
          ['max', `max(${name})`],
        ] as [string, string][])
      : []),
    ...(isNumber(column)
      ? ([
          ['sum', `sum(${number})`],
          ['avg', `avg(${number})::float8`],
          ['median', `percentile_cont(0.5) within group (order by ${number}::float8)`],
        ] as [string, string][])
      : []),
  ];
}

/** The sum of the magnitudes of a column's finite numbers, which bounds the rounding of its aggregates. */
const magnitudeOf = (column: number): string =>
  isNumber(column)
    ? `coalesce(sum(abs(${numberOf(column)}::numeric))
         filter (where abs(${numberOf(column)}::float8) < 'infinity'), 0)::float8`
    : '0';

/** Rounding of a sum of doubles in any order, in relation to the magnitudes of its terms. */
const ROUNDING = 1e-12;

/** Sums of floating-point numbers depend on their order, and averages have the precision of a double. */
function isClose(ours: unknown, theirs: unknown, magnitude: number): boolean {
  if (normal(ours) === normal(theirs)) return true;
  const [a, b] = [Number(ours), Number(theirs)];
  if (ours === null || theirs === null) return false;
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  // An infinite value makes the middle of two values undefined.
  if (!Number.isFinite(b) && !Number.isFinite(a)) return true;
  // Half of the smallest double is rounded up or down.
  return Math.abs(a - b) <= ROUNDING * Math.max(magnitude, 1e-300);
}

const exactFunctions = ['count', 'nulls', 'countDistinct', 'min', 'max'];

await compare(
  'aggregates of all rows and of groups',
  fc.record({ column: randomColumn, group: randomColumn, filters: randomFilters }),
  async (t, { result, made: { column, group, filters } }) => {
    const each = aggregatesOf(column);
    const aggregates = each.map(([name]) => ({ function: name, column })) as NonNullable<
      ViewRequest['aggregates']
    >;
    const sql = [...each.map(([, expression]) => expression), magnitudeOf(column)].join(', ');
    const where = whereOf(filters);
    const by = `c${String(group)}`;
    const what = JSON.stringify({ column, group, filters });
    const same = (ours: unknown[], theirs: unknown[]): boolean =>
      each.every(([name], at) =>
        exactFunctions.includes(name)
          ? normal(ours[at]) === normal(theirs[at])
          : isClose(ours[at], theirs[at], Number(theirs[each.length])),
      );

    const [all = []] = await oracle.rows(`select ${sql} from compared ${where}`);
    const view = await viewOf(views, result, { aggregates, filters, limit: 0 });
    t.ok(same(view.aggregates ?? [], all), `${what} ${JSON.stringify([view.aggregates, all])}`);

    const groups = await oracle.rows(
      `select ${by}, ${sql} from compared ${where} group by ${by} order by ${by}`,
    );
    const grouped = await viewOf(views, result, { aggregates, filters, groupBy: [group] });
    const ours = grouped.groups?.rows ?? [];
    t.same(
      ours.map(({ key }) => normal(key[0])),
      groups.map(([key]) => normal(key)),
      what,
    );
    for (const [at, { values }] of ours.entries()) {
      const theirs = groups[at]?.slice(1) ?? [];
      t.ok(same(values, theirs), `${what} group ${JSON.stringify([values, theirs])}`);
    }
  },
);

await compare(
  'a search',
  fc.constantFrom('a', '1.5', '2024-02', 'B', '"', 'é', '00', 'infinity'),
  async (t, { result, made: text }) => {
    const rows = await oracle.rows('select * from compared order by n');
    const needle = text.toLowerCase();
    const found = rows.filter(([, ...cells]) =>
      cells.some((cell) => cell !== null && searchText(cell).toLowerCase().includes(needle)),
    );
    const view = await viewOf(views, result, { search: { text } });
    t.same(
      view.rowNumbers,
      found.map(([n]) => n),
      text,
    );
  },
);

function searchText(cell: unknown): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
