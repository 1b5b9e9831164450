import { readFile } from 'node:fs/promises';
import t from 'tap';
import { overridden } from '../scale/arguments.js';
import { load, machines } from '../scale/defaults.js';
import { calculate, type UnitCosts } from '../scale/model.js';
import { renderCalculation } from '../scale/render.js';

/** Numbers for mental arithmetic. */
const costs: UnitCosts = {
  batch: {
    apiMs: 2,
    workerMs: 4,
    databaseMs: 5,
    walBytes: 10_000,
    rowBytes: 2_000,
    auditBytes: 300,
  },
  poll: { apiMs: 0.1, databaseMs: 0.05 },
  watcher: { apiKiB: 20 },
  change: { apiMs: 0.2 },
  megabyte: { workerMs: 20, apiMs: 5 },
  idle: { apiMs: 2, workerMs: 2, databaseMs: 3 },
  waiting: { rowBytes: 2_000, postgresJobBytes: 800, redisJobBytes: 700 },
};
const plain = {
  ...load,
  batchesPerDay: 864_000,
  peakFactor: 10,
  batchSeconds: 1.6,
  megabytesPerBatch: 1,
  readsPerBatch: 2,
  watchers: 2_000,
  pollingShare: 0.5,
  pollSeconds: 1,
  changesPerBatch: 2,
  watchersPerBatch: 1,
};

const carried = (what: string, changed: object = {}) => {
  const own = { ...machines, utilisation: 0.5, slotsPerWorker: 16 };
  const { carried } = calculate(costs, { ...plain, ...changed }, own);
  return carried.filter((line) => line.what === what).map(({ value }) => value);
};

t.test('calculates a load from unit costs', async (t) => {
  t.same(carried('batches, peak'), [100]);
  t.same(carried('polls'), [1_000]);
  t.same(carried('change notifications'), [100], 'to clients that do not poll');
  // API: 200 for batches, 100 for polls, 20 for changes, 1000 for 200 MB sent; workers: 400, and 2000 for 100
  // MB stored.
  t.same(carried('processor, peak').slice(0, 2), [1.32, 2.4]);
  t.same(carried('processes'), [3, 20], 'workers by their slots: 160 batches, half of 16 each');
  // 500 for batches, 50 for polls, and 23 idle processes.
  t.ok(Math.abs(carried('processor, peak')[2]! - 0.5845) < 1e-9);
  t.same(carried('WAL, peak'), [1_000]);
  t.same(carried('batches of 30 days'), [51.84]);
  t.same(carried('their jobs in Redis'), [252]);
  t.same(carried('processes', { batchSeconds: 0.1 }), [3, 5], 'workers by their CPU time');
});

t.test('lists limits in the order in which they are reached', async (t) => {
  const { limits } = calculate(costs, plain, { ...machines, claimsPerSecond: 200 });
  t.match(limits[0], { used: 100, available: 200, batchesPerDay: 1_728_000, unit: 'claims/s' });
  const ends = limits.map(({ batchesPerDay }) => batchesPerDay);
  t.same(
    ends,
    ends.toSorted((a, b) => a - b),
  );
});

t.test('numbers of the command line replace the defaults', async (t) => {
  const { values, file } = overridden(['--watchers=7', '--costs=mine.json'], load);
  t.same(values, { ...load, watchers: 7 });
  t.equal(file, 'mine.json');
  t.equal(overridden([], load).file, undefined);
  t.throws(() => overridden(['--watcher=7'], load), {
    message: /Unknown name watcher. Available: tenants, /,
  });
  t.throws(() => overridden(['--watchers=many'], load), { message: /is not a number/ });
  t.throws(() => overridden(['watchers'], load), { message: /is not --name=value/ });
});

t.test('docs/explanation/scale.md shows the result for the committed costs', async (t) => {
  const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  const measured = JSON.parse(await read('bench/scale/costs.json')) as UnitCosts;
  const page = await read('docs/explanation/scale.md');
  const plainText = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');
  const [parts = '', limits = ''] = renderCalculation(calculate(measured, load, machines)).split(
    '\n\n',
  );
  for (const table of [parts, limits]) t.ok(plainText(page).includes(plainText(table)), table);
});
