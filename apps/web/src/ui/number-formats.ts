/** Formats of numbers, each with an example. */
export const numberFormats = {
  grouped: '1,234.5',
  compact: '1.2K',
  whole: '1,235',
  two: '1,234.50',
  percent: '12.3 % (for 0.123)',
} as const;

/** A key of {@link numberFormats}. */
export type NumberFormat = keyof typeof numberFormats;

/** The options of each format for `Intl.NumberFormat`. */
export const numberFormatOptions: Record<NumberFormat, Intl.NumberFormatOptions> = {
  grouped: { maximumFractionDigits: 20 },
  compact: { notation: 'compact', maximumFractionDigits: 1 },
  whole: { maximumFractionDigits: 0 },
  two: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  percent: { style: 'percent', maximumFractionDigits: 1 },
};

/** Returns whether a value is a key of {@link numberFormats}. */
export const isNumberFormat = (value: unknown): value is NumberFormat =>
  typeof value === 'string' && Object.hasOwn(numberFormats, value);

const DECIMAL = /^[-+]?\d+(?:\.(?<fraction>\d+))?$/;
const DOUBLE = /^[-+]?\d+(?:\.\d+)?e[-+]?\d+$/i;

/**
 * Returns a number as text in a format, by default with thousands separators and its own digits. The text of a long
 * number keeps all of them: it is not read as a double. A text that is no number stays as it is.
 */
export function formattedNumber(text: string, format?: NumberFormat): string {
  const found = DECIMAL.exec(text);
  if (found === null && !DOUBLE.test(text)) return text;
  const digits = Math.min(100, found?.groups?.['fraction']?.length ?? 0);
  // The types know texts of numbers only as literals.
  return formatter(format ?? 'grouped', digits).format(text as Intl.StringNumericLiteral);
}

/** Creating a formatter takes longer than formatting a number. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(format: NumberFormat, digits: number): Intl.NumberFormat {
  const key = format === 'grouped' ? `grouped ${digits}` : format;
  const own = { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 20) };
  const options = format === 'grouped' ? own : numberFormatOptions[format];
  const known = formatters.get(key) ?? new Intl.NumberFormat('en', options);
  formatters.set(key, known);
  return known;
}
