import t from 'tap';
import { chartTypes, fieldsOf, withField, withType } from '../src/charts/chart-types.js';
import { trendOf } from '../src/charts/trend.js';
import { columnOfKind, draw } from './charts-support.js';

const columns = [
  columnOfKind('day', 'date'),
  columnOfKind('country', 'string'),
  columnOfKind('orders', 'number'),
];
const rows = [
  ['2026-01-02', 'de', 5],
  ['2026-01-01', 'de', '900719925474099312345'],
  ['2026-01-01', 'fr', null],
  ['2026-01-02', null, 7],
];
const day = (text: string): number => Date.parse(text);

t.test('a line chart has one sorted line for each value of split', async (t) => {
  const fields = { x: 'day', y: 'orders', split: 'country', yMin: '0', yMax: 'x' };
  const drawing = draw({ chartType: 'line', fields }, columns, rows);
  t.match(drawing, {
    kind: 'chart',
    option: {
      xAxis: { type: 'time' },
      yAxis: [{ min: 0, max: undefined }],
      series: [
        {
          name: 'de',
          data: [
            [day('2026-01-01'), Number('900719925474099312345')],
            [day('2026-01-02'), 5],
          ],
        },
        { name: 'fr', data: [[day('2026-01-01'), null]] },
        { name: 'NULL', data: [[day('2026-01-02'), 7]] },
      ],
    },
  });
});

t.test('bars with the same label are summed, with a note', async (t) => {
  const chart = { chartType: 'verticalbar', fields: { barlabel: 'country', barvalue: 'orders' } };
  const simple = [
    ['', 'de', 1],
    ['', 'de', 2],
    ['', 'fr', 4],
  ];
  const drawing = draw(chart, columns, simple);
  t.match(drawing, {
    option: { xAxis: { type: 'category', data: ['de', 'fr'] }, series: [{ data: [3, 4] }] },
    notes: [/summed/],
  });
  const horizontal = draw({ ...chart, chartType: 'stacked-bar-horizontal' }, columns, simple);
  t.match(horizontal, { option: { yAxis: { data: ['de', 'fr'], inverse: true } } });
  t.match(horizontal, { option: { series: [{ stack: 'axis 0' }] } });
  t.same(draw(chart, columns, simple.slice(1)), {
    ...draw(chart, columns, simple.slice(1)),
    notes: [],
  });
});

t.test(
  'a pie chart drops values that are not positive, a heatmap values that are not numbers',
  async (t) => {
    const pie = { chartType: 'pie', fields: { label: 'country', value: 'orders' } };
    t.match(
      draw(pie, columns, [
        ['', 'a', 2],
        ['', 'b', 0],
        ['', 'c', 3],
      ]),
      {
        option: { series: [{ data: [{ name: 'c' }, { name: 'a' }] }] },
        notes: [/not shown/],
      },
    );
    const heatmap = { chartType: 'heatmap', fields: { x: 'day', y: 'country', value: 'orders' } };
    t.match(
      draw(heatmap, columns, [
        ['x', 'a', 2],
        ['y', 'b', null],
        ['x', 'b', 9],
      ]),
      {
        option: {
          series: [
            {
              data: [
                [0, 0, 2],
                [0, 1, 9],
              ],
            },
          ],
          visualMap: { min: 2, max: 9 },
        },
      },
    );
  },
);

t.test('a big number shows the first row', async (t) => {
  const chart = { chartType: 'bignumber', fields: { value: 'orders' } };
  t.same(draw(chart, columns, [['', '', 1234567]]), {
    kind: 'number',
    text: '1,234,567',
    label: 'orders',
    notes: [],
  });
});

t.test('a hint names the missing column for every chart type', async (t) => {
  for (const [chartType, { required }] of Object.entries(chartTypes)) {
    for (const missing of required) {
      const others = required.filter((name) => name !== missing);
      const fields = Object.fromEntries(others.map((name) => [name, 'orders']));
      const drawing = draw({ chartType, fields }, columns, rows);
      t.match(drawing, { kind: 'hint', text: /Choose a column/ }, `${chartType} ${missing}`);
    }
    const gone = Object.fromEntries(required.map((name) => [name, 'gone']));
    t.match(draw({ chartType, fields: gone }, columns, rows), { text: /no column “gone”/ });
  }
  t.match(draw({ chartType: 'donut', fields: {} }, columns, rows), { kind: 'hint' });
  const line = { chartType: 'line', fields: { x: 'day', y: 'orders' } };
  t.match(draw(line, columns, []), { kind: 'hint', text: /no rows/ });
});

t.test('another chart type keeps the chosen columns in equivalent fields', async (t) => {
  const line = {
    chartType: 'line',
    fields: { x: 'day', y: 'orders', split: 'country', yMin: '0' },
  };
  t.same(withType(line, 'stacked-bar-vertical'), {
    chartType: 'stacked-bar-vertical',
    fields: { barlabel: 'day', barvalue: 'orders', color: 'country' },
  });
  t.same(withType(line, 'pie').fields, { label: 'day', value: 'orders' });
  t.same(withField(line, 'split', undefined).fields, { x: 'day', y: 'orders', yMin: '0' });
  for (const type of Object.keys(chartTypes) as (keyof typeof chartTypes)[]) {
    const names = Object.keys(withType(line, type).fields);
    t.ok(
      names.every((name) => (fieldsOf(type) as string[]).includes(name)),
      type,
    );
  }
});

t.test('a trend line is the least-squares line', async (t) => {
  t.same(
    trendOf(
      [
        [0, 1],
        [1, 3],
        [2, 5],
      ],
      null,
    ),
    [
      [0, 1],
      [2, 5],
    ],
  );
  t.same(
    trendOf(
      [
        ['a', 2],
        ['b', null],
        ['c', 4],
      ],
      ['a', 'b', 'c'],
    ),
    [
      ['a', 2],
      ['c', 4],
    ],
  );
  t.equal(trendOf([[1, 1]], null), null);
  t.equal(
    trendOf(
      [
        [1, 1],
        [1, 2],
      ],
      null,
    ),
    null,
  );
});
