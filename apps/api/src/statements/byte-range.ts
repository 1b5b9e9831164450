/** Bytes `first` … `last`, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** What a `Range` header asks for: from a byte on, or the last bytes. */
export type AskedRange = { first: number; last: number | null } | { lastBytes: number };

/**
 * Reads a `Range` header (RFC 9110). Null where it is to be ignored: other units, several ranges (which
 * would cost more than the whole), nonsense.
 */
export function readRange(header: string | undefined): AskedRange | null {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined) return null;
  if (first === '') return last === '' ? null : { lastBytes: Number(last) };
  if (last === '') return { first: Number(first), last: null };
  return Number(first) > Number(last) ? null : { first: Number(first), last: Number(last) };
}

/** The part of a body of `total` bytes that is asked for; null when it has none of them. */
export function rangeOf(asked: AskedRange, total: number): ByteRange | null {
  const first = 'first' in asked ? asked.first : Math.max(0, total - asked.lastBytes);
  const last = 'first' in asked ? Math.min(asked.last ?? Infinity, total - 1) : total - 1;
  return first > last ? null : { first, last };
}
