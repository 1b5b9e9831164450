/** The first bytes of images that a browser decodes without running anything, as hexadecimal digits. */
const kinds: [type: string, start: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
];

/** Characters of a value; a longer one would be slow to decode. */
const MAX_CHARACTERS = 20_000_000;
/** Bytes that are converted at once; each is an argument of a call. */
const CHUNK_BYTES = 8_192;

/** Returns the address of the image in a value of a binary column, such as `\x89504e…`; null if it holds none. */
export function imageAddress(text: string): string | null {
  if (!text.startsWith('\\x') || text.length > MAX_CHARACTERS) return null;
  const [type] = kinds.find(([, start]) => start.test(text.slice(2, 34))) ?? [];
  return type === undefined ? null : `data:${type};base64,${btoa(binaryText(text.slice(2)))}`;
}

function binaryText(digits: string): string {
  const chunks: string[] = [];
  for (let from = 0; from < digits.length; from += 2 * CHUNK_BYTES) {
    const pairs = digits.slice(from, from + 2 * CHUNK_BYTES).match(/../g) ?? [];
    chunks.push(String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16))));
  }
  return chunks.join('');
}
