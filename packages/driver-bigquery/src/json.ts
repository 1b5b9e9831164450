import { protocolError } from '@sluice/driver-kit/errors';

// Accessors for untrusted JSON: no value is assumed to have a type.

/** Returns a JSON object; empty for anything else. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Returns the object under a key; empty if there is none. */
export const objectIn = (value: unknown, key: string): Record<string, unknown> =>
  objectOf(objectOf(value)[key]);

/** Returns the list under a key; empty if there is none. */
export function listIn(value: unknown, key: string): unknown[] {
  const found = objectOf(value)[key];
  return Array.isArray(found) ? found : [];
}

/** Returns the text under a key; empty if there is none. */
export function textOf(value: unknown, key: string): string {
  const found = objectOf(value)[key];
  return typeof found === 'string' ? found : '';
}

/** Returns the count under a key, which the service sends as digits in a string; null if there is none. */
export function countOf(value: unknown, key: string): number | null {
  const found = objectOf(value)[key];
  const count = typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : found;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Parses a response. @throws DriverError if it is not JSON */
export function parseAnswer(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return objectOf(json);
  } catch {
    throw protocolError('response is not JSON');
  }
}
