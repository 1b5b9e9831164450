// Accessors of JSON requests: no value is assumed to have a type.

/** Returns the value under a key; undefined if there is none. */
export const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** Returns a text; empty for any other value. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a list; empty for any other value. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the keys of an object; none for any other value. */
export const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];
