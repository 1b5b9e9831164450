import { functionsOf, type SqlFunction } from './functions/function-list.js';
import type { Ranked } from './ranking.js';

/** Rank among keywords: after the most used ones. */
const FIRST_USE = 30;

const known = new Map<string, Ranked[]>();

/** Returns the completions for the functions of a dialect; in FROM, those that return rows. */
export function functionOptions(dialectName: string | undefined, isInFrom: boolean): Ranked[] {
  const key = `${dialectName ?? ''} ${isInFrom}`;
  const options = known.get(key) ?? createOptions(dialectName, isInFrom);
  known.set(key, options);
  return options;
}

function createOptions(dialectName: string | undefined, isInFrom: boolean): Ranked[] {
  const functions = functionsOf(dialectName);
  const offered = isInFrom ? functions.filter(returnsRows) : functions;
  return offered.map(({ name, parameters, result, description, example }, index) => ({
    label: name,
    detail: `${parameters} → ${result}`,
    info: example === '' ? description : `${description}\nExample: ${example}`,
    type: 'function',
    call: parameters.startsWith('()') ? 'none' : 'some',
    group: isInFrom ? 5 : 3,
    use: FIRST_USE + index,
  }));
}

const returnsRows = ({ name, result }: SqlFunction): boolean =>
  result.startsWith('setof') || result === 'table' || name === 'generate_series';
