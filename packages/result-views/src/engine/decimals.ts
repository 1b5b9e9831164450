/** A number as `digits × 10^-scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** Parses a decimal number with an optional exponent; null for other texts. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d{1,4}))?$/.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return null;
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  const signed = sign === '-' ? -digits : digits;
  return scale < 0
    ? { digits: signed * 10n ** BigInt(-scale), scale: 0 }
    : { digits: signed, scale };
}

/** Returns the number times `10^scale`, rounded down, and whether nothing was cut off. */
export function scaled({ digits, scale: own }: Decimal, scale: number): [bigint, boolean] {
  if (own <= scale) return [digits * 10n ** BigInt(scale - own), true];
  const unit = 10n ** BigInt(own - scale);
  const rest = digits % unit;
  const down = digits / unit - (rest < 0n ? 1n : 0n);
  return [down, rest === 0n];
}

/** Writes `digits × 10^-scale` without an exponent. */
export function decimalText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
