/** NUL and lone surrogates cannot be stored as text, U+FFFE is no character. */
const unstorable = /[\0\uFFFE\p{Surrogate}]/u;

/** Names that could reach a prototype when a careless line copies keys. */
const refusedKeys = new Set(['__proto__', 'constructor']);

/** A text that cannot be taken, at its path (`data.host`, `tags.0`; empty for the value itself). */
export interface BadText {
  path: string;
  message: string;
}

/** Whether a text holds characters that the database would refuse or change. */
export const isUnstorable = (text: string): boolean => unstorable.test(text);

/** The first text in a parsed JSON value, keys included, that cannot be taken. */
export function findBadText(value: unknown, path = ''): BadText | null {
  if (typeof value === 'string') {
    return isUnstorable(value) ? { path, message: 'holds characters that are not text' } : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, entry] of Object.entries(value)) {
    if (refusedKeys.has(key) || isUnstorable(key)) {
      return { path, message: 'has a field name that is not allowed' };
    }
    const found = findBadText(entry, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
