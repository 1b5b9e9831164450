/** An exact decimal number: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  digits: bigint;
  /** Not negative. */
  scale: number;
}

/** Digits behind the point of an average beyond those of its values. */
const AVERAGE_DIGITS = 6;

/** The exponent of a double has three digits; a longer one would make a text of a million digits. */
const MAX_EXPONENT = 400;

const literal = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/i;

/** Returns the number that a text writes; null for other texts, such as `NaN`. */
export function decimalOf(text: string): Decimal | null {
  const [, sign = '', whole, fraction = '', power = '0'] = literal.exec(text) ?? [];
  const exponent = Number(power);
  if (whole === undefined || Math.abs(exponent) > MAX_EXPONENT) return null;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - exponent;
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Returns the digits of a number at a scale that is not smaller than its own. */
const digitsAt = ({ digits, scale }: Decimal, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale);

export function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: digitsAt(one, scale) + digitsAt(other, scale), scale };
}

export function isLess(one: Decimal, other: Decimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return digitsAt(one, scale) < digitsAt(other, scale);
}

/** Returns a number divided by a count, rounded half away from zero. */
export function dividedBy({ digits, scale }: Decimal, count: number): Decimal {
  const dividend = digits * 10n ** BigInt(AVERAGE_DIGITS);
  const divisor = BigInt(count);
  const half = dividend < 0n ? -divisor / 2n : divisor / 2n;
  return { digits: (dividend + half) / divisor, scale: scale + AVERAGE_DIGITS };
}

/** Formats a number with thousands separators, without zeros at the end. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
