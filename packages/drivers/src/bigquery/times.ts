const MICROS = 1_000_000n;

/** Microseconds since 1970 as ISO 8601 in UTC, a fraction only when there is one; null for anything else. */
export function timestampText(digits: string): string | null {
  if (!/^-?\d{1,18}$/.test(digits)) return null;
  const micros = BigInt(digits);
  const fraction = ((micros % MICROS) + MICROS) % MICROS;
  const date = new Date(Number((micros - fraction) / 1000n));
  // Of the years that the type has, all are four digits.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) {
    return null;
  }
  const seconds = date.toISOString().slice(0, 19);
  if (fraction === 0n) return `${seconds}Z`;
  return `${seconds}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}Z`;
}

/** `[start, end)` of timestamps, whose ends come as microseconds, too. */
export function timestampRange(text: string): string {
  return text.replace(/-?\d{4,18}(?=,|\)$)/g, (digits) => timestampText(digits) ?? digits);
}
