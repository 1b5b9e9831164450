import { readFile } from 'node:fs/promises';
import { calculate, type UnitCosts } from './model.js';
import { overridden } from './arguments.js';
import { load, machines } from './defaults.js';
import { renderCalculation } from './render.js';

// `npm run bench:scale -- --batchesPerDay=3000000 --costs=mine.json`: any number of defaults.ts by its name.
const { values, file } = overridden(process.argv.slice(2), { ...load, ...machines });
const costs = JSON.parse(
  await readFile(file ?? new URL('costs.json', import.meta.url), 'utf8'),
) as UnitCosts;
console.log(renderCalculation(calculate(costs, values, values)));
