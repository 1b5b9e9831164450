import type { Chart } from '@sluice/contracts';
import { cellText } from '../results/grid/cell-text.js';

/** Formats of numbers on axes, in tooltips and in big numbers. */
export const numberFormats = {
  grouped: '1,234.5',
  compact: '1.2K',
  whole: '1,235',
  two: '1,234.50',
  percent: '12.3 % (for 0.123)',
} as const;

/** Formats of times on axes. The values are templates of ECharts. */
export const dateFormats = {
  '{yyyy}': '2026',
  '{yyyy}-{MM}': '2026-01',
  '{yyyy}-{MM}-{dd}': '2026-01-31',
  '{yyyy}-{MM}-{dd} {HH}:{mm}': '2026-01-31 23:59',
  '{HH}:{mm}': '23:59',
} as const;

type NumberFormat = keyof typeof numberFormats;

const options: Record<NumberFormat, Intl.NumberFormatOptions> = {
  grouped: { maximumFractionDigits: 20 },
  compact: { notation: 'compact', maximumFractionDigits: 1 },
  whole: { maximumFractionDigits: 0 },
  two: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  percent: { style: 'percent', maximumFractionDigits: 1 },
};

const isFormat = (text: unknown): text is NumberFormat =>
  typeof text === 'string' && Object.hasOwn(numberFormats, text);

const percentages = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats a share of a stack to 100 %. */
export const percentageText = (share: number): string => `${percentages.format(share)} %`;

/** Returns a function that formats the numbers of a chart, by default with thousands separators. */
export function numberFormatter({ fields }: Chart): (number: number) => string {
  const { numberFormat } = fields;
  const chosen = isFormat(numberFormat) ? options[numberFormat] : { maximumSignificantDigits: 12 };
  const format = new Intl.NumberFormat('en', chosen);
  return (number) => format.format(number);
}

const DECIMAL = /^[-+]?\d+(?:\.(?<fraction>\d+))?$/;

/** Returns a stored value with thousands separators. Long numbers are strings and keep all digits. */
export function bigNumberText(value: unknown, { fields }: Chart): string {
  const text = cellText(value) ?? 'NULL';
  const { numberFormat } = fields;
  const found = DECIMAL.exec(text);
  if (found === null && typeof value !== 'number') return text;
  const digits = Math.min(100, found?.groups?.fraction?.length ?? 0);
  const stored = { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 20) };
  const format = new Intl.NumberFormat(
    'en',
    isFormat(numberFormat) ? options[numberFormat] : stored,
  );
  // The types know texts of numbers only as literals.
  return format.format(text as Intl.StringNumericLiteral);
}

/** The width of the widest character of a big number, as a fraction of the font size. */
const CHARACTER_WIDTH = 0.68;
const [MIN_PIXELS, MAX_PIXELS] = [12, 120];

/** Returns the font size with which a text fits into one line of its container, with a margin. */
export function bigNumberSize(text: string): string {
  const share = 92 / (CHARACTER_WIDTH * Math.max(1, text.length));
  return `clamp(${MIN_PIXELS}px, ${share.toFixed(2)}cqw, ${MAX_PIXELS}px)`;
}

/** Returns the numbers of a text such as `100; 250.5`. */
export function numbersIn(text: unknown): number[] {
  if (typeof text !== 'string') return [];
  return text
    .split(/[\s;]+/)
    .filter((part) => part !== '')
    .map(Number)
    .filter((number) => Number.isFinite(number));
}
