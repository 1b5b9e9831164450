import type { Chart } from '@sluice/contracts';
import { cellText } from '../results/grid/cell-text.js';
import { formattedNumber, isNumberFormat, numberFormatOptions } from '../ui/number-formats.js';

/** Formats of times on axes. The values are templates of ECharts. */
export const dateFormats = {
  '{yyyy}': '2026',
  '{yyyy}-{MM}': '2026-01',
  '{yyyy}-{MM}-{dd}': '2026-01-31',
  '{yyyy}-{MM}-{dd} {HH}:{mm}': '2026-01-31 23:59',
  '{HH}:{mm}': '23:59',
} as const;

const percentages = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats a share of a stack to 100 %. */
export const percentageText = (share: number): string => `${percentages.format(share)} %`;

/** Returns a function that formats the numbers of a chart, by default with thousands separators. */
export function numberFormatter({ fields }: Chart): (number: number) => string {
  const { numberFormat } = fields;
  const chosen = isNumberFormat(numberFormat)
    ? numberFormatOptions[numberFormat]
    : { maximumSignificantDigits: 12 };
  const format = new Intl.NumberFormat('en', chosen);
  return (number) => format.format(number);
}

/** Returns a stored value with thousands separators. Long numbers are strings and keep all digits. */
export function bigNumberText(value: unknown, { fields }: Chart): string {
  const { numberFormat } = fields;
  return formattedNumber(
    cellText(value) ?? 'NULL',
    isNumberFormat(numberFormat) ? numberFormat : undefined,
  );
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
