import t from 'tap';
import type { ViewRequest } from '@sluice/contracts';
import { checkRequest } from '@sluice/result-views';
import { AppError } from '@sluice/errors';

const columns = (['number', 'string', 'boolean', 'date', 'datetime'] as const).map((datatype) => ({
  datatype,
}));

function pathsOf(request: ViewRequest): string[] {
  try {
    checkRequest(request, columns);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    return (error.errors ?? []).map(({ path }) => path);
  }
}

await t.test('a request names only columns of the result', (t) => {
  t.same(pathsOf({ sort: [{ column: 5 }], distinct: { column: 1 } }), ['sort.0.column', 'sort']);
  t.same(pathsOf({ filters: [{ column: 9, operator: 'isNull' }] }), ['filters.0.column']);
  t.same(pathsOf({ groupBy: [0, 7] }), ['groupBy.1']);
  t.same(pathsOf({ distinct: { column: 8 } }), ['distinct.column']);
  t.end();
});

await t.test('values have the type of their column', (t) => {
  const paths = (column: number, value: string | number | boolean) =>
    pathsOf({ filters: [{ column, operator: '=', value }] });
  const wrong = ['filters.0.value'];
  t.same(paths(0, '12345678901234567890.5'), []);
  t.same(paths(0, '1e5'), []);
  t.same(paths(0, 'abc'), wrong);
  t.same(paths(0, true), wrong);
  t.same(paths(1, 5), wrong);
  t.same(paths(2, 'true'), wrong);
  t.same(paths(3, '2024-02-29'), []);
  t.same(paths(3, '0001-02-29 BC'), [], 'the year before the first is a leap year');
  for (const day of ['yesterday', '2023-02-29', '2024-13-01', '2024-04-31', '2024-01-00']) {
    t.same(paths(3, day), wrong, day);
  }
  t.same(paths(4, '2024-02-29T10:00:00.5Z'), []);
  t.same(paths(4, '10:00'), wrong);
  t.same(paths(4, '2024-02-29T24:00:01Z'), wrong);
  t.same(paths(4, '2024-02-29T10:60:00Z'), wrong);
  t.end();
});

await t.test('operators have the operands that they need', (t) => {
  const paths = (filter: Omit<NonNullable<ViewRequest['filters']>[number], 'column'>) =>
    pathsOf({ filters: [{ column: 0, ...filter }] });
  t.same(paths({ operator: '=' }), ['filters.0.value']);
  t.same(paths({ operator: 'between', values: [1] }), ['filters.0.values']);
  t.same(paths({ operator: 'in', values: [1, 'x'] }), ['filters.0.values.1']);
  t.same(paths({ operator: 'isNull', value: 1 }), ['filters.0.value']);
  t.same(paths({ operator: 'contains', value: '1' }), []);
  t.same(paths({ operator: '=', value: 1, ignoreCase: true }), ['filters.0.ignoreCase']);
  t.end();
});

await t.test('aggregates and groups fit together', (t) => {
  t.same(pathsOf({ aggregates: [{ function: 'sum', column: 1 }] }), ['aggregates.0.column']);
  t.same(pathsOf({ aggregates: [{ function: 'max' }] }), ['aggregates.0.column']);
  t.same(pathsOf({ sort: [{ aggregate: 0 }] }), ['sort.0.aggregate']);
  t.same(pathsOf({ sort: [{ column: 1 }], groupBy: [0] }), ['sort.0.column']);
  t.same(pathsOf({ sort: [{}] }), ['sort.0']);
  t.same(pathsOf({ sort: [{ column: 0, stored: true }] }), ['sort.0']);
  t.same(pathsOf({ sort: [{ stored: true }], groupBy: [0] }), []);
  t.same(pathsOf({ columns: [0, 9] }), ['columns.1']);
  t.same(pathsOf({ columns: [0], groupBy: [0], sample: 2 }), ['columns']);
  t.same(pathsOf({ columns: [0], distinct: { column: 0 }, sample: 2 }), ['columns', 'sample']);
  t.same(
    pathsOf({ groupBy: [0], sort: [{ aggregate: 0 }], aggregates: [{ function: 'count' }] }),
    [],
  );
  t.end();
});
