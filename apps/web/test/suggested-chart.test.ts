import type { Datatype } from '@sluice/contracts';
import t from 'tap';
import { suggestedChart } from '../src/charts/suggested-chart.js';
import { columnOfKind, draw } from './charts-support.js';

const suggest = (columns: Record<string, Datatype>, rowCount = 10) =>
  suggestedChart(
    Object.entries(columns).map(([name, datatype]) => columnOfKind(name, datatype)),
    rowCount,
  );

t.test('the suggested chart fits the columns', async (t) => {
  t.same(suggest({ day: 'date', orders: 'number' }), {
    chartType: 'line',
    fields: { x: 'day', y: 'orders' },
  });
  t.same(suggest({ day: 'datetime', country: 'string', orders: 'number' }), {
    chartType: 'line',
    fields: { x: 'day', y: 'orders', split: 'country' },
  });
  t.same(suggest({ country: 'string', orders: 'number' }), {
    chartType: 'verticalbar',
    fields: { barlabel: 'country', barvalue: 'orders' },
  });
  t.equal(suggest({ country: 'string', orders: 'number' }, 100)?.chartType, 'bar');
  t.match(suggest({ country: 'string', orders: 'number' }, 5_000), { fields: { top: '15' } });
  t.match(suggest({ day: 'date', orders: 'number' }, 1e6), { fields: { aggregation: 'sum' } });
  t.same(suggest({ country: 'string', kind: 'string', orders: 'number' }), {
    chartType: 'stacked-bar-vertical',
    fields: { barlabel: 'country', barvalue: 'orders', color: 'kind' },
  });
  t.same(suggest({ width: 'number', height: 'number' }), {
    chartType: 'bubble',
    fields: { x: 'width', y: 'height' },
  });
  t.same(suggest({ year: 'number', orders: 'number' }), {
    chartType: 'line',
    fields: { x: 'year', y: 'orders' },
  });
  t.same(suggest({ count: 'number' }, 1), { chartType: 'bignumber', fields: { value: 'count' } });
});

t.test('a key column is the measure only if there is no other number', async (t) => {
  t.match(suggest({ name: 'string', amount: 'number', customer_id: 'number' }), {
    fields: { barvalue: 'amount' },
  });
  t.match(suggest({ name: 'string', customerId: 'number' }), {
    fields: { barvalue: 'customerId' },
  });
});

t.test('no chart is suggested if none fits', async (t) => {
  t.equal(suggest({ name: 'string', data: 'json' }), null);
  t.equal(suggest({ count: 'number' }, 5), null);
  t.equal(suggest({ day: 'date', orders: 'number' }, 0), null);
});

t.test('each suggested chart can be drawn', async (t) => {
  const kinds: Datatype[] = ['number', 'string', 'date', 'boolean', 'json'];
  for (const first of kinds) {
    for (const second of kinds) {
      const columns = [columnOfKind('a', first), columnOfKind('b', second)];
      const rows = [
        [1, 2],
        [3, 4],
      ];
      for (const rowCount of [1, 2, 100]) {
        const chart = suggestedChart(columns, rowCount);
        if (chart === null) continue;
        t.not(draw(chart, columns, rows).kind, 'hint', `${first} ${second} ${rowCount}`);
      }
    }
  }
});
