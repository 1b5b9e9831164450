import { protocolError } from '@sluice/driver-kit/errors';

// What came from outside is looked at through these: nothing in it is believed to be of a type.

/** An object of a JSON text; empty for anything else. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** The object under a key; empty when there is none. */
export const objectIn = (value: unknown, key: string): Record<string, unknown> =>
  objectOf(objectOf(value)[key]);

/** The list under a key; empty when there is none. */
export function listIn(value: unknown, key: string): unknown[] {
  const found = objectOf(value)[key];
  return Array.isArray(found) ? found : [];
}

/** The text under a key; empty when there is none. */
export function textOf(value: unknown, key: string): string {
  const found = objectOf(value)[key];
  return typeof found === 'string' ? found : '';
}

/** A count under a key, which the service sends as digits in a string; null when there is none. */
export function countOf(value: unknown, key: string): number | null {
  const found = objectOf(value)[key];
  const count = typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : found;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Parses an answer. @throws DriverError when it is no JSON */
export function parseAnswer(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return objectOf(json);
  } catch {
    throw protocolError('an answer that is no JSON');
  }
}
