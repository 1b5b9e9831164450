import type { Field } from './fields.js';

/** Ranges of collations of UCS-2, UTF-16 and UTF-32, whose texts contain NUL bytes. */
const wide = [
  [35, 35],
  [54, 56],
  [60, 62],
  [90, 90],
  [101, 124],
  [128, 151],
  [159, 183],
] as const;
/** Ranges of collations of UTF-8, ASCII and bytes. */
const readable = [
  [11, 11],
  [33, 33],
  [45, 46],
  [63, 63],
  [65, 65],
  [76, 76],
  [83, 83],
  [192, 247],
  [255, 323],
] as const;

const isIn = (ranges: readonly (readonly [number, number])[], id: number): boolean =>
  ranges.some(([from, to]) => id >= from && id <= to);

/** MariaDB adds 1,024 to the number of a collation without padding. Its UCA 14.0.0 collations start at 2,048. */
const UNPADDED = 1024;
const UCA_1400 = 2048;
/** UCA 14.0.0 collations of each character set: utf8mb3, utf8mb4, then the wide ones. */
const UCA_1400_RANGE = 256;

/** How the server encodes a column: `wide` texts cannot be read, `other` ones only where they are ASCII. */
export function encodingOf({ charset }: Pick<Field, 'charset'>): 'utf8' | 'wide' | 'other' {
  if (charset >= UCA_1400) return charset < UCA_1400 + 2 * UCA_1400_RANGE ? 'utf8' : 'wide';
  const id = charset % UNPADDED;
  return isIn(readable, id) ? 'utf8' : isIn(wide, id) ? 'wide' : 'other';
}
