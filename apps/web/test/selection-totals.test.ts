import type { ColumnInfo } from '@sluice/contracts';
import t from 'tap';
import { decimalOf, dividedBy, formatDecimal, isLess, plus } from '../src/results/exact-decimal.js';
import { totalsOf } from '../src/results/selection-totals.js';

const number = (text: string) => decimalOf(text) ?? { digits: -1n, scale: 99 };
const column = (datatype: 'number' | 'string'): ColumnInfo => ({
  name: 'c',
  datatype,
  min: null,
  max: null,
  maxValueLength: 1,
  maxLineLength: 1,
  dbType: datatype,
});

t.test('decimals are read, added, compared and written exactly', (t) => {
  for (const [text, written] of [
    ['0', '0'],
    ['-0.50', '-0.5'],
    ['1234567.10', '1,234,567.1'],
    ['9223372036854775807', '9,223,372,036,854,775,807'],
    ['0.1', '0.1'],
    ['1e3', '1,000'],
    ['1.5E-3', '0.0015'],
    ['+12', '12'],
    ['00012', '12'],
  ] as const) {
    t.equal(formatDecimal(number(text)), written, text);
  }
  for (const text of ['', 'NaN', 'Infinity', '1.', '.5', '1e999', '0x1', '1 ', '1e99999999']) {
    t.equal(decimalOf(text), null, text);
  }
  t.equal(formatDecimal(plus(number('0.1'), number('0.2'))), '0.3');
  t.equal(formatDecimal(plus(number('1e300'), number('-1e300'))), '0');
  t.equal(formatDecimal(dividedBy(number('10'), 3)), '3.333333');
  t.equal(formatDecimal(dividedBy(number('-20'), 3)), '-6.666667');
  t.ok(isLess(number('-1'), number('0.001')));
  t.notOk(isLess(number('1.0'), number('1')));
  t.end();
});

t.test('totals agree with integer arithmetic for generated values', (t) => {
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  for (let round = 0; round < 200; round++) {
    const cents = Array.from(
      { length: 1 + (random() % 20) },
      () => (random() % 2_000_001) - 1_000_000,
    );
    const rows = cents.map((value) => [(value / 100).toFixed(2)]);
    const totals = Object.fromEntries(
      totalsOf({ columns: [column('number')], rows }).map(({ label, value }) => [
        label,
        value.replaceAll(',', ''),
      ]),
    );
    const sum = cents.reduce((one, other) => one + other, 0);
    t.equal(Math.round(Number(totals['sum']) * 100), sum);
    t.equal(Math.round(Number(totals['min']) * 100), Math.min(...cents));
    t.equal(Math.round(Number(totals['max']) * 100), Math.max(...cents));
    t.ok(Math.abs(Number(totals['average']) - sum / 100 / cents.length) < 1e-6);
    t.equal(totals['cells'], String(cents.length));
  }
  t.end();
});

t.test('only numbers of number columns have a sum; nulls are counted', (t) => {
  const columns = [column('number'), column('string')];
  const rows = [
    [1, '2'],
    [null, '3'],
    ['NaN', null],
    ['2.5', '4'],
  ];
  t.same(totalsOf({ columns, rows }), [
    { label: 'cells', value: '8' },
    { label: 'nulls', value: '2' },
    { label: 'numbers', value: '2' },
    { label: 'sum', value: '3.5' },
    { label: 'average', value: '1.75' },
    { label: 'min', value: '1' },
    { label: 'max', value: '2.5' },
  ]);
  t.same(totalsOf({ columns: [column('string')], rows: [['a'], ['b']] }), [
    { label: 'cells', value: '2' },
  ]);
  t.end();
});
