import type { Entry } from 'ldapts';

const maxValueLength = 320;

/**
 * An attribute's first value, whatever case its name has there. Null when there is none, or none that is
 * a line of text.
 */
export function firstValue(entry: Entry, attribute: string): string | null {
  const key = Object.keys(entry).find((each) => each.toLowerCase() === attribute.toLowerCase());
  const held = key === undefined ? undefined : entry[key];
  const [value] = Array.isArray(held) ? held : [held];
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > maxValueLength || /\p{C}/u.test(text) ? null : text;
}
