import t from 'tap';
import { withBaseOption } from '../src/charts/base-option.js';
import { missingColumns } from '../src/charts/chart-plan.js';
import { savedChartWarning } from '../src/charts/saved-chart.js';
import { bigNumberSize, bigNumberText, numbersIn } from '../src/charts/formats.js';
import { columnOfKind, draw } from './charts-support.js';

const columns = [
  columnOfKind('day', 'date'),
  columnOfKind('country', 'string'),
  columnOfKind('orders', 'number'),
  columnOfKind('price', 'number'),
];
const rows = [
  ['2026-01-01', 'de', 1, 10],
  ['2026-01-01', 'fr', 3, 30],
  ['2026-01-02', 'de', 5, 50],
];
const day = (text: string): number => Date.parse(text);
const plain = { chartType: '', fields: {} };

t.test('a big number has separators, keeps all digits and fits into one line', async (t) => {
  t.equal(bigNumberText('900719925474099312345.50', plain), '900,719,925,474,099,312,345.50');
  t.equal(bigNumberText(-1234.5, plain), '-1,234.5');
  t.equal(bigNumberText('2026-01-31', plain), '2026-01-31');
  t.equal(bigNumberText(null, plain), 'NULL');
  t.equal(bigNumberText(1_250_000, { chartType: '', fields: { numberFormat: 'compact' } }), '1.3M');
  for (const length of [1, 7, 12, 25]) {
    const [, share = '0'] = /([\d.]+)cqw/.exec(bigNumberSize('9'.repeat(length))) ?? [];
    t.ok(Number(share) * 0.68 * length <= 93, `${length} digits`);
  }
});

t.test('areas are stacked at common places', async (t) => {
  const fields = { x: 'day', y: 'orders', split: 'country' };
  const series = [
    {
      stack: 'axis 0',
      data: [
        [day('2026-01-01'), 1],
        [day('2026-01-02'), 5],
      ],
    },
    {
      stack: 'axis 0',
      data: [
        [day('2026-01-01'), 3],
        [day('2026-01-02'), 0],
      ],
    },
  ];
  t.match(draw({ chartType: 'area', fields }, columns, rows), { option: { series } });
  const percent = { chartType: 'area', fields: { ...fields, stacking: 'percent' } };
  t.match(draw(percent, columns, rows), {
    option: {
      yAxis: [{ max: 100 }],
      series: [
        {
          data: [
            [day('2026-01-01'), 25],
            [day('2026-01-02'), 100],
          ],
        },
        {},
      ],
    },
  });
  const apart = draw({ chartType: 'area', fields: { ...fields, stacking: 'none' } }, columns, rows);
  t.match(apart, { option: { series: [{ stack: undefined }] } });
});

t.test('the name of an axis is not on its zero', async (t) => {
  const chart = { chartType: 'bar', fields: { barlabel: 'country', barvalue: 'orders' } };
  const drawing = draw(chart, columns, rows);
  if (drawing.kind !== 'chart') throw new Error('There is no chart');
  // The axis starts at the top, so that its end is where the values have their zero.
  t.match(drawing.option.yAxis, { inverse: true, nameLocation: 'start' });
  const base = withBaseOption(drawing.option, { label: 'Bar', isAnimated: false });
  t.match(base.xAxis, [{ nameLocation: 'middle' }]);
  t.match(base.grid, { outerBoundsMode: 'same', outerBoundsContain: 'all' });
});

t.test('several measures are series, on one axis or two', async (t) => {
  const fields = { barlabel: 'day', barvalue: 'orders', barvalue2: 'price' };
  const one = draw({ chartType: 'verticalbar', fields }, columns, rows);
  t.match(one, {
    option: {
      yAxis: [{ name: '' }],
      series: [
        { name: 'Sum of orders', data: [4, 5] },
        { name: 'Sum of price', data: [40, 50] },
      ],
    },
  });
  const two = { chartType: 'verticalbar', fields: { ...fields, secondAxis: true } };
  t.match(draw(two, columns, rows), {
    option: {
      yAxis: [{ name: 'Sum of orders' }, { name: 'Sum of price', position: 'right' }],
      series: [{}, { yAxisIndex: 1 }],
    },
  });
  t.match(draw({ ...two, chartType: 'bar' }, columns, rows), {
    option: { xAxis: [{}, { position: 'top' }], series: [{}, { xAxisIndex: 1 }] },
  });
});

t.test('reference lines, a logarithmic axis and formats', async (t) => {
  const fields = { x: 'day', y: 'orders', references: '2; 4.5', logAxis: true };
  const formats = { numberFormat: 'two', dateFormat: '{yyyy}-{MM}' };
  const line = { chartType: 'line', fields: { ...fields, ...formats } };
  const drawing = draw(line, columns, [...rows, ['2026-01-03', 'de', 0, 1]]);
  t.match(drawing, {
    option: {
      xAxis: { axisLabel: { formatter: '{yyyy}-{MM}' } },
      yAxis: [{ type: 'log' }],
      series: [{ markLine: { data: [{ yAxis: 2 }, { yAxis: 4.5 }] } }],
    },
    notes: [/zero and negative/],
  });
  if (drawing.kind !== 'chart') throw new Error('There is no chart');
  t.equal(drawing.option.tooltip.valueFormatter?.([day('2026-01-01'), 1234.5], 0), '1,234.50');
  t.same(numbersIn(' 1;2.5  x -3'), [1, 2.5, -3]);
  const bar = { barlabel: 'day', barvalue: 'orders', references: '3' };
  t.match(draw({ chartType: 'bar', fields: bar }, columns, rows), {
    option: { series: [{ markLine: { data: [{ xAxis: 3 }] } }] },
  });
});

t.test('a chart names the columns that the result lacks', async (t) => {
  const chart = { chartType: 'line', fields: { x: 'day', y: 'gone', split: 'lost', yMin: '0' } };
  t.same(missingColumns(chart, columns), [
    { field: 'y', name: 'gone' },
    { field: 'split', name: 'lost' },
  ]);
  t.same(missingColumns({ chartType: 'donut', fields: { x: 'gone' } }, columns), []);
  const statements = [{ columns: null }, { columns }];
  t.match(savedChartWarning(chart, statements), /does not have: “gone”, “lost”/);
  t.equal(
    savedChartWarning({ chartType: 'line', fields: { x: 'day', y: 'price' } }, statements),
    null,
  );
  t.equal(savedChartWarning(chart, []), null);
});
