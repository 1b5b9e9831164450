import type { Lexicon } from './lexicon.js';

/** A run of the characters of PostgreSQL's operators, or one of its other symbols of two characters. */
const run = /[-+*/<>=~!@#%^&|`?]+|:[:=]|\.\./y;
/** An operator may end with a sign only if it has one of these characters. */
const allowsSign = /[~!@#%^&|`?]/;

/**
 * Splits symbols without white space between them into operators and single symbols: by the dialect's list, or by the
 * rule of PostgreSQL, which has any run of characters.
 */
export function* operatorsIn(
  symbols: string,
  operators: Lexicon['operators'],
): Generator<string, void, undefined> {
  for (let at = 0; at < symbols.length;) {
    const length =
      operators === undefined ? runLength(symbols, at) : listed(symbols, at, operators);
    yield symbols.slice(at, at + length);
    at += length;
  }
}

function runLength(symbols: string, at: number): number {
  run.lastIndex = at;
  const [found = ''] = run.exec(symbols) ?? [];
  // `=-1` compares with a negative number.
  const operator = allowsSign.test(found) ? found : found.replace(/(?<=.)[-+]+$/, '');
  return Math.max(1, operator.length);
}

const listed = (symbols: string, at: number, operators: readonly string[]): number =>
  operators.find((operator) => symbols.startsWith(operator, at))?.length ?? 1;
