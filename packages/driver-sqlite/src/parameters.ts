import type { BoundValue, ScalarType } from '@sluice/contracts';
import type { ParameterMarks } from '@sluice/driver-kit/sql/bind';

/** `?1`, `?2`, … */
export const marks: ParameterMarks = { mark: (number) => `?${String(number)}`, isShared: true };

/** Converts a value to what SQLite stores: integers, doubles and texts; it has no other types. */
export function sqliteValue({ type, value }: BoundValue): bigint | number | string | null {
  return value === null ? null : (converters[type]?.(value) ?? value);
}

const converters: Partial<Record<ScalarType, (text: string) => bigint | number>> = {
  integer: BigInt,
  // As a number in a text.
  decimal: Number,
  boolean: (text) => (text === 'true' ? 1n : 0n),
};
