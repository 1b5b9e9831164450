import type { ViewRequest } from '@sluice/contracts';
import fc from 'fast-check';

/** A column of the compared table: its type in PostgreSQL and the values that it may have. */
export interface ComparedColumn {
  name: string;
  type: string;
  /** Values as literals of PostgreSQL, in their stored form. */
  values: string[];
  /** Kind of filter values. */
  given: 'number' | 'string' | 'boolean';
  hasOrder: boolean;
}

const numbers = ['-1.5', '0', '1', '1.50', '1.5', '2', '-7', '1000000', '2.25'];

const columns: Omit<ComparedColumn, 'name'>[] = [
  whole('int4', ['-2147483648', '2147483647', '0', '1', '2', '-3', '17', '2']),
  whole('int8', [
    '9223372036854775807',
    '-9223372036854775808',
    '9007199254740993',
    '5',
    '6',
    '-6',
  ]),
  exact('numeric(12,2)', ['1.50', '2.25', '-0.01', '1234567890.12', '0.00']),
  exact('numeric', numbers),
  exact('numeric', [
    ...numbers,
    'NaN',
    'Infinity',
    '-Infinity',
    `1${'0'.repeat(60)}`,
    '0.000000000000000000000000000000000000000001',
    '-0.5',
  ]),
  exact('float8', ['0.1', '-2.5', '1e+100', '5e-324', '0', '3', 'NaN', 'Infinity']),
  exact('real', ['1.1', '-2.5', '3', '0.25']),
  text('text collate "C"', [
    '',
    'a',
    'B',
    'Ab',
    'é',
    'z"q',
    'back\\slash',
    'new\nline',
    '漢',
    'a,b',
  ]),
  {
    type: 'boolean',
    values: ['true', 'false'],
    given: 'boolean',
    hasOrder: false,
  },
  text('date', ['2024-02-29', '0001-01-01', '1969-12-31', '9999-12-31']),
  text('date', [
    '2024-02-29',
    'infinity',
    '-infinity',
    '0044-03-15 BC',
    '0045-03-15 BC',
    '5874897-12-31',
    '0044-02-15 BC',
  ]),
  text('timestamp', [
    '2024-02-29T23:59:59.5',
    '2024-02-29T23:59:59',
    '1969-12-31T00:00:00.000001',
    '0001-01-01T00:00:00',
  ]),
  text('timestamptz', ['2024-02-29T23:59:59.5Z', '2024-02-29T23:59:59Z', '2024-03-01T00:00:00Z']),
  text('timestamptz', [
    '2024-02-29T23:59:59Z',
    'infinity',
    '-infinity',
    '12024-02-29T00:00:00Z',
    '0044-03-15 10:00:00+00 BC',
  ]),
  text('time', ['00:00:00', '23:59:59.999999', '12:00:00']),
  text('bytea', ['\\x', '\\x00ff', '\\x0a']),
  text('uuid', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000']),
  { ...text('jsonb', ['{"a": 1}', '[1, "x"]', '123', '"s"']), hasOrder: false },
];

/** Columns whose values fit into types of the index, and whose values do not. */
export const comparedColumns: ComparedColumn[] = columns.map((column, at) => ({
  ...column,
  name: `c${String(at)}`,
}));

function whole(type: string, values: string[]): Omit<ComparedColumn, 'name'> {
  return { type, values, given: 'number', hasOrder: true };
}

function exact(type: string, values: string[]): Omit<ComparedColumn, 'name'> {
  return { type, values, given: 'number', hasOrder: true };
}

function text(type: string, values: string[]): Omit<ComparedColumn, 'name'> {
  return { type, values, given: 'string', hasOrder: true };
}

/** Random rows; a null in a fifth of the cells. */
export const randomRows = fc.array(
  fc.tuple(
    ...comparedColumns.map(({ values }) =>
      fc.option(fc.constantFrom(...values), { freq: 4, nil: null }),
    ),
  ),
  { minLength: 1, maxLength: 60 },
);

const position = (accepts: (column: ComparedColumn) => boolean) =>
  fc.constantFrom(...comparedColumns.flatMap((column, at) => (accepts(column) ? [at] : [])));

const ordered = position(({ hasOrder }) => hasOrder);
const anyColumn = position(() => true);

type Filter = NonNullable<ViewRequest['filters']>[number];

const given = (at: number): fc.Arbitrary<string | boolean> => {
  const column = comparedColumns[at];
  const values = column?.values ?? [];
  if (column?.given === 'boolean') return fc.boolean();
  // Also values that the type of the column cannot hold.
  return fc.constantFrom(...values, ...(column?.given === 'number' ? ['2.25', '-1.5', '1e2'] : []));
};

const comparison: fc.Arbitrary<Filter> = ordered.chain((column) =>
  fc.record({
    column: fc.constant(column),
    operator: fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
    value: given(column),
  }),
);

const several: fc.Arbitrary<Filter> = ordered.chain((column) =>
  fc.record({
    column: fc.constant(column),
    operator: fc.constantFrom('between', 'in'),
    values: fc.array(given(column), { minLength: 2, maxLength: 2 }),
  }),
);

const nullChecks: fc.Arbitrary<Filter> = fc.record({
  column: anyColumn,
  operator: fc.constantFrom('isNull', 'isNotNull'),
});

const texts: fc.Arbitrary<Filter> = fc.record({
  column: position(({ type }) => type.startsWith('text')),
  operator: fc.constantFrom('contains', 'startsWith'),
  value: fc.constantFrom('a', 'A', '', '\\', '\n', 'é', '"', 'b'),
});

/** Random filters. */
export const randomFilters = fc.array(
  fc.oneof(comparison, comparison, several, nullChecks, texts),
  {
    maxLength: 2,
  },
);

/** Random order of rows. */
export const randomSort = fc.array(
  fc.record(
    { column: ordered, descending: fc.boolean(), nulls: fc.constantFrom('first', 'last') },
    { requiredKeys: ['column'] },
  ),
  { maxLength: 3 },
);

/** Random columns with an order. */
export const randomColumn = ordered;
