/** PostgreSQL cannot store NUL and lone surrogates; U+FFFE is not a character. */
const unstorable = /[\0\uFFFE\p{Surrogate}]/u;

/** Keys that could reach a prototype if code copies them carelessly. */
const refusedKeys = new Set(['__proto__', 'constructor']);

/** A text that is not allowed, and its path (`data.host`, `tags.0`; empty for the value itself). */
export interface InvalidText {
  path: string;
  message: string;
}

/** Returns whether the database would reject or change the text. */
export const isUnstorable = (text: string): boolean => unstorable.test(text);

/** Returns the first text in a parsed JSON value that is not allowed, including keys. */
export function findInvalidText(value: unknown, path = ''): InvalidText | null {
  if (typeof value === 'string') {
    return isUnstorable(value)
      ? { path, message: 'contains characters that are not valid text' }
      : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, entry] of Object.entries(value)) {
    if (refusedKeys.has(key) || isUnstorable(key)) {
      return { path, message: 'has a field name that is not allowed' };
    }
    const found = findInvalidText(entry, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
