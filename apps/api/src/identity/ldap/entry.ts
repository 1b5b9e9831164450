import type { Entry } from 'ldapts';

const MAX_VALUE_LENGTH = 320;

/**
 * Returns the first value of an attribute; attribute names are case-insensitive. Returns null when
 * there is no value or it is not a single line of text.
 */
export function firstValue(entry: Entry, attribute: string): string | null {
  const key = Object.keys(entry).find((each) => each.toLowerCase() === attribute.toLowerCase());
  const held = key === undefined ? undefined : entry[key];
  const [value] = Array.isArray(held) ? held : [held];
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > MAX_VALUE_LENGTH || /\p{C}/u.test(text) ? null : text;
}
