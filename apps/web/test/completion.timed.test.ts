import type { ConnectionSchema } from '@sluice/contracts';
import t from 'tap';
import { analysisHere, settingsOf, table } from './completion-support.js';
import { positions } from './completion-positions.js';
import { shopSchemas } from './completion-schema.js';

const TABLES = 10_000;
const MAX_MS = 50;
/** The least time of some runs; others may share the processor. */
const RUNS = 3;

/** Returns a schema with the tables of the shop and 10,000 more. */
function large(dialect: string): ConnectionSchema {
  const shop = shopSchemas[dialect] ?? { tables: [] };
  const more = Array.from({ length: TABLES }, (_, n) =>
    table(`report_${n % 97}_of_${n}`, 'id', 'customer_id', 'amount', 'placed_at', `value_${n}`),
  );
  if (!('schemas' in shop)) return { tables: [...shop.tables, ...more] };
  const [first, ...others] = shop.schemas;
  if (first === undefined) return shop;
  return { schemas: [{ ...first, tables: [...first.tables, ...more] }, ...others] };
}

t.test('a completion takes at most 50 ms with 10,000 tables', async (t) => {
  const times: number[] = [];
  for (const dialect of Object.keys(shopSchemas)) {
    const { complete } = analysisHere(large(dialect), settingsOf(dialect));
    for (const [each, text] of positions) {
      if (each !== dialect) continue;
      const request = { text: text.replace('|', ''), pos: text.indexOf('|'), isExplicit: false };
      const runs: number[] = [];
      while (runs.length < RUNS) {
        const startedAtMs = performance.now();
        await complete(request);
        runs.push(performance.now() - startedAtMs);
      }
      times.push(Math.min(...runs));
    }
  }
  times.sort((one, other) => one - other);
  const [median = 0, largest = 0] = [times[times.length >> 1], times.at(-1)];
  t.ok(largest <= MAX_MS, `median ${median.toFixed(1)} ms, maximum ${largest.toFixed(1)} ms`);
});
