import type { Datatype } from '@sluice/contracts';
import t from 'tap';
import { drawingOf } from '../src/charts/chart-drawing.js';
import { firstGuess } from '../src/charts/suggested-chart.js';
import { columnOfKind } from './charts-support.js';

const guess = (columns: Record<string, Datatype>, rowCount = 10) =>
  firstGuess(
    Object.entries(columns).map(([name, datatype]) => columnOfKind(name, datatype)),
    rowCount,
  );

t.test('the first guess is what the columns are made for', async (t) => {
  t.same(guess({ day: 'date', orders: 'number' }), {
    chartType: 'line',
    fields: { x: 'day', y: 'orders' },
  });
  t.same(guess({ day: 'datetime', country: 'string', orders: 'number' }), {
    chartType: 'line',
    fields: { x: 'day', y: 'orders', split: 'country' },
  });
  t.same(guess({ country: 'string', orders: 'number' }), {
    chartType: 'verticalbar',
    fields: { barlabel: 'country', barvalue: 'orders' },
  });
  t.equal(guess({ country: 'string', orders: 'number' }, 100)?.chartType, 'bar');
  t.same(guess({ country: 'string', kind: 'string', orders: 'number' }), {
    chartType: 'stacked-bar-vertical',
    fields: { barlabel: 'country', barvalue: 'orders', color: 'kind' },
  });
  t.same(guess({ width: 'number', height: 'number' }), {
    chartType: 'bubble',
    fields: { x: 'width', y: 'height' },
  });
  t.same(guess({ year: 'number', orders: 'number' }), {
    chartType: 'line',
    fields: { x: 'year', y: 'orders' },
  });
  t.same(guess({ count: 'number' }, 1), { chartType: 'bignumber', fields: { value: 'count' } });
});

t.test('a key is measured only where nothing else is', async (t) => {
  t.match(guess({ name: 'string', amount: 'number', customer_id: 'number' }), {
    fields: { barvalue: 'amount' },
  });
  t.match(guess({ name: 'string', customerId: 'number' }), { fields: { barvalue: 'customerId' } });
});

t.test('nothing is guessed where nothing can be drawn', async (t) => {
  t.equal(guess({ name: 'string', data: 'json' }), null);
  t.equal(guess({ count: 'number' }, 5), null);
  t.equal(guess({ day: 'date', orders: 'number' }, 0), null);
});

t.test('each guess can be drawn as it is', async (t) => {
  const kinds: Datatype[] = ['number', 'string', 'date', 'boolean', 'json'];
  for (const first of kinds) {
    for (const second of kinds) {
      const columns = [columnOfKind('a', first), columnOfKind('b', second)];
      const rows = [
        [1, 2],
        [3, 4],
      ];
      for (const rowCount of [1, 2, 100]) {
        const chart = firstGuess(columns, rowCount);
        if (chart === null) continue;
        t.not(drawingOf(chart, columns, rows).kind, 'problem', `${first} ${second} ${rowCount}`);
      }
    }
  }
});
