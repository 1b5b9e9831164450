import type { Datatype } from '@sluice/contracts';

/** Storage classes seen in a column, as bits. */
export const Seen = { integer: 1, real: 2, text: 4, blob: 8 } as const;

/** Encoding of a column's values. */
export type Form = 'plain' | 'boolean' | 'datetime' | 'json';

/**
 * Patterns of declared types and their datatypes; the first match applies. SQLite stores any value in any
 * column, so a value that does not match its type is written as what it is:
 * - integers: numbers within ±2^53, else strings; in a boolean column 0 and 1 are false and true.
 * - reals: numbers; Infinity and -Infinity are strings (SQLite stores NaN as null).
 * - text: strings; in a json column the JSON itself; in a datetime column ISO 8601 with `T`.
 * - blobs: `\\x` and hexadecimal digits.
 */
const words: readonly (readonly [words: RegExp, datatype: Datatype])[] = [
  [/BOOL/, 'boolean'],
  [/JSON/, 'json'],
  [/DATETIME|TIMESTAMP/, 'datetime'],
  [/DATE/, 'date'],
  [/TIME/, 'time'],
  [/INTERVAL|POINT/, 'string'],
  [/INT|REAL|FLOA|DOUB|DEC|NUM|MONEY|SERIAL/, 'number'],
  [/BLOB|BINARY|BYTEA/, 'binary'],
];

const forms: Partial<Record<Datatype, Form>> = {
  boolean: 'boolean',
  datetime: 'datetime',
  json: 'json',
};

/** Returns the datatype of a declared type; null if none was declared. */
export function declaredDatatype(declared: string | null): Datatype | null {
  if (declared === null || declared.trim() === '') return null;
  const name = declared.toUpperCase();
  return words.find(([pattern]) => pattern.test(name))?.[1] ?? 'string';
}

/** Returns the encoding of a declared type. */
export function formOf(declared: string | null): Form {
  const datatype = declaredDatatype(declared);
  return (datatype && forms[datatype]) ?? 'plain';
}

/** Returns the datatype of the values seen in a column without a declared type. */
export function seenDatatype(seen: number): Datatype {
  if (seen !== 0 && (seen & ~(Seen.integer | Seen.real)) === 0) return 'number';
  return seen === Seen.blob ? 'binary' : 'string';
}

/** Returns the storage class of all values seen, as `typeof` names it; `any` if they differ. */
export function seenType(seen: number): string {
  const names = Object.entries(Seen).filter(([, bit]) => (seen & bit) !== 0);
  const [only] = names;
  if (!only) return '';
  return names.length === 1 ? only[0] : 'any';
}
