/** Bytes `first` to `last`, both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The range of a `Range` header: from a byte on, or the last bytes. */
export type RequestedRange = { first: number; last: number | null } | { lastBytes: number };

/**
 * Parses a `Range` header (RFC 9110). Returns null where the header must be ignored: other units,
 * invalid syntax, and several ranges, which would cost more than the whole.
 */
export function readRange(header: string | undefined): RequestedRange | null {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined) return null;
  if (first === '') return last === '' ? null : { lastBytes: Number(last) };
  if (last === '') return { first: Number(first), last: null };
  return Number(first) > Number(last) ? null : { first: Number(first), last: Number(last) };
}

/**
 * Returns the requested part of a body of `total` bytes; null when the range is not satisfiable.
 */
export function rangeOf(asked: RequestedRange, total: number): ByteRange | null {
  const first = 'first' in asked ? asked.first : Math.max(0, total - asked.lastBytes);
  const last = 'first' in asked ? Math.min(asked.last ?? Infinity, total - 1) : total - 1;
  return first > last ? null : { first, last };
}
