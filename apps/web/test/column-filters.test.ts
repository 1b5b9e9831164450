import { viewRequestSchema } from '@sluice/contracts';
import t from 'tap';
import {
  conditionOf,
  filterText,
  operatorsOf,
  takesValue,
  valueFilter,
  type ColumnFilter,
} from '../src/results/column-filters.js';

const datatypes = ['number', 'string', 'boolean', 'date', 'datetime', 'time', 'json', 'binary'];

t.test('each condition of a form is one that the service accepts', (t) => {
  for (const datatype of datatypes as Parameters<typeof operatorsOf>[0]['datatype'][]) {
    const operators = operatorsOf({ datatype });
    t.ok(operators.length > 0, datatype);
    for (const operator of operators) {
      const filter = conditionOf(2, { datatype }, operator, 'true');
      t.ok(viewRequestSchema.safeParse({ filters: [filter] }).success, `${datatype} ${operator}`);
      t.equal('value' in filter, takesValue(operator));
    }
  }
  // A text keeps digits that a number would lose.
  t.match(conditionOf(0, { datatype: 'number' }, '=', '9007199254740993'), {
    value: '9007199254740993',
  });
  t.match(conditionOf(0, { datatype: 'boolean' }, '=', ' False '), { value: false });
  t.match(conditionOf(0, { datatype: 'string' }, 'contains', 'a'), { ignoreCase: true });
  t.end();
});

t.test('the value of a cell becomes a condition', (t) => {
  t.same(valueFilter(1, 'x', true), { column: 1, operator: '=', value: 'x' });
  t.same(valueFilter(1, 0, false), { column: 1, operator: '!=', value: 0 });
  t.same(valueFilter(1, null, true), { column: 1, operator: 'isNull' });
  t.same(valueFilter(1, null, false), { column: 1, operator: 'isNotNull' });
  t.equal(valueFilter(1, { a: 1 }, true), null);
  t.equal(valueFilter(1, [1], true), null);
  t.end();
});

t.test('a condition is shown in words', (t) => {
  const columns = [{ name: 'amount' }];
  const texts: [ColumnFilter, string][] = [
    [{ column: 0, operator: '>=', value: '5' }, 'amount at least 5'],
    [{ column: 0, operator: 'isNull' }, 'amount is null'],
    [{ column: 0, operator: 'in', values: [1, 'b', true] }, 'amount is 1, b, true'],
    [{ column: 0, operator: 'in', values: [1, 2, 3, 4, 5] }, 'amount is 1, 2, 3 or 2 more'],
    [{ column: 7, operator: '=', value: '' }, 'column 8 equals '],
    [{ column: 0, operator: '=', value: 'x'.repeat(1_000) }, `amount equals ${'x'.repeat(60)}…`],
  ];
  for (const [filter, text] of texts) t.equal(filterText(filter, columns), text);
  t.end();
});
