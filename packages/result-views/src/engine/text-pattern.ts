import { caseVariants } from './letter-case.js';

/**
 * Returns a pattern that finds a fragment in UTF-8 bytes read as Latin-1, because V8 searches strings with one byte for
 * each character fastest.
 */
export function fragmentPattern(fragment: string, ignoreCase: boolean): RegExp {
  const each = Array.from(fragment, (character) =>
    ignoreCase ? oneOf(caseVariants(character)) : escaped(character),
  );
  return new RegExp(each.join(''), 'g');
}

/** A class is faster than alternatives, but holds only characters of one byte. */
function oneOf(characters: readonly string[]): string {
  const [only = ''] = characters;
  if (characters.length === 1) return escaped(only);
  const texts = characters.map(escaped);
  return characters.every(isAscii) ? `[${texts.join('')}]` : `(?:${texts.join('|')})`;
}

const isAscii = (character: string): boolean => Buffer.byteLength(character) === 1;

/** Characters with a meaning in patterns. */
const special = /[\\^$.*+?()[\]{}|/-]/g;

const escaped = (character: string): string =>
  Buffer.from(character)
    .toString('latin1')
    .replaceAll(special, String.raw`\$&`);
