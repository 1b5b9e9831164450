import { functionsOf, type SqlFunction } from './functions/function-list.js';
import type { Ranked } from './ranking.js';

/** Rank among keywords: after the most used ones. */
const FIRST_USE = 30;

/** The completions of each list: for any place, and for FROM. */
const known = new WeakMap<readonly SqlFunction[], { all: Ranked[]; inFrom: Ranked[] }>();

/** Returns the completions for the functions of a dialect; in FROM, those that return rows. */
export function functionOptions(dialectName: string | undefined, isInFrom: boolean): Ranked[] {
  const functions = functionsOf(dialectName);
  const options = known.get(functions) ?? {
    all: optionsOf(functions, 3),
    inFrom: optionsOf(functions.filter(returnsRows), 5),
  };
  known.set(functions, options);
  return isInFrom ? options.inFrom : options.all;
}

const optionsOf = (functions: readonly SqlFunction[], group: number): Ranked[] =>
  functions.map(({ name, parameters, result, description, example }, index) => ({
    label: name,
    detail: `${parameters} → ${result}`,
    info: example === '' ? description : `${description}\nExample: ${example}`,
    type: 'function',
    call: parameters.startsWith('()') ? 'none' : 'some',
    group,
    use: FIRST_USE + index,
  }));

const returnsRows = ({ name, result }: SqlFunction): boolean =>
  result.startsWith('setof') || result === 'table' || name === 'generate_series';
