/** Code points from this one on have no case in Unicode. */
const END_OF_LETTERS = 0x1e944;

/**
 * Returns a text in lower case. Each character becomes one character, as in the databases: JavaScript's own rule for the
 * end of a Greek word and for the dotted capital I depends on other characters.
 */
export const lowerCase = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : Array.from(text, lowerOf).join('');

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

const lowerOf = (character: string): string =>
  String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0);

let upperOf: Map<string, string[]> | undefined;

/** Returns all characters that have this lower case, such as `k`, `K` and the Kelvin sign for `k`. */
export function caseVariants(lower: string): readonly string[] {
  upperOf ??= readUpperCases();
  return [lower, ...(upperOf.get(lower) ?? [])];
}

/** Takes a few milliseconds. */
function readUpperCases(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let code = 0; code < END_OF_LETTERS; code++) {
    const upper = String.fromCodePoint(code);
    const lower = lowerOf(upper);
    if (lower !== upper) found.set(lower, [...(found.get(lower) ?? []), upper]);
  }
  return found;
}
