import { editDistance } from '@sluice/config';
import type { FieldError } from '@sluice/errors';

/** Bounds the response: a body of 1 MiB can have 100,000 unknown fields. */
const MAX_NAMED = 20;

/** Longer than the name of every field. */
const MAX_NAME_LENGTH = 64;

/** Minimum number of equal first letters at which a field counts as the intended one: `expiresAt`, `expiresInSeconds`. */
const MIN_PREFIX = 4;

/** Maximum number of different letters of a misspelt field. */
const MAX_TYPOS = 2;

/** Returns one error for each unknown field of a body, with the known field that was probably intended. */
export const unknownFields = (names: readonly string[], known: readonly string[]): FieldError[] =>
  names.slice(0, MAX_NAMED).map((name) => {
    const path = name.slice(0, MAX_NAME_LENGTH);
    const intended = intendedField(fold(path), known);
    const question = intended === undefined ? '' : `. Did you mean ${intended}?`;
    return { path, message: `is unknown${question}` };
  });

function intendedField(folded: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((field) => ({
      field,
      prefix: commonPrefix(folded, fold(field)),
      typos: editDistance(folded, fold(field)),
    }))
    .filter(({ prefix, typos }) => prefix >= MIN_PREFIX || typos <= MAX_TYPOS)
    .toSorted((a, b) => b.prefix - a.prefix || a.typos - b.typos);
  return ranked[0]?.field;
}

/** Names are compared without case and separators. */
const fold = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
