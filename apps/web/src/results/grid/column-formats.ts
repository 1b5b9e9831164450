import type { ColumnInfo } from '@sluice/contracts';
import { formattedNumber, isNumberFormat, numberFormats } from '../../ui/number-formats.js';

/** Formats of dates and times, each with an example. */
const timeFormats = {
  words: '31 Jan 2026',
  day: '2026-01-31',
  minute: '2026-01-31 23:59',
  local: 'in your time zone',
  utc: 'in UTC',
} as const;

type TimeFormat = keyof typeof timeFormats;

const isTimeFormat = (name: string): name is TimeFormat => Object.hasOwn(timeFormats, name);

const formatNames: Partial<Record<ColumnInfo['datatype'], Record<string, string>>> = {
  number: numberFormats,
  date: { words: timeFormats.words },
  datetime: timeFormats,
};

/** Returns the formats of a column, each with an example; empty for kinds that are always shown as stored. */
export const formatsOf = ({ datatype }: Pick<ColumnInfo, 'datatype'>): Record<string, string> =>
  formatNames[datatype] ?? {};

/**
 * Returns the text of a cell in a format of {@link formatsOf}. A value that the format does not know, such as
 * `infinity` or a year before Christ, stays as it is.
 */
export function formattedCell(
  text: string,
  { datatype }: Pick<ColumnInfo, 'datatype'>,
  format: string | null,
): string {
  if (format === null) return text;
  if (datatype === 'number') return isNumberFormat(format) ? formattedNumber(text, format) : text;
  const parts = isTimeFormat(format) ? MOMENT.exec(text)?.groups : undefined;
  return parts === undefined ? text : (timeTexts[format as TimeFormat](parts) ?? text);
}

const MOMENT =
  /^(?<date>(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d))(?:[T ](?<minute>\d\d:\d\d)(?<second>:\d\d)?(?<fraction>\.\d+)?(?<zone>Z|[-+]\d\d(?::?\d\d)?)?)?$/;

type Parts = Record<string, string | undefined>;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const timeTexts: Record<TimeFormat, (parts: Parts) => string | undefined> = {
  words: ({ year, month, day }) => {
    const name = months[Number(month) - 1];
    return name === undefined ? undefined : `${Number(day)} ${name} ${year}`;
  },
  day: ({ date }) => date,
  minute: ({ date, minute, zone = '' }) =>
    minute === undefined ? undefined : `${date} ${minute}${zone}`,
  local: (parts) => inZone(parts),
  utc: (parts) => inZone(parts, 'UTC'),
};

/** Returns a moment in a time zone, by default that of the browser; undefined for a value without a zone. */
function inZone(
  { date, minute, second = ':00', fraction = '', zone }: Parts,
  timeZone?: string,
): string | undefined {
  if (zone === undefined) return undefined;
  const moment = new Date(`${date}T${minute}${second}${isoZone(zone)}`);
  if (Number.isNaN(moment.getTime())) return undefined;
  const part = partsIn(moment, timeZone);
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  // Offsets are whole seconds at least, so the fraction is the same in every zone.
  const offset = part('timeZoneName').replace(/^GMT(?:\+0)?/, 'UTC');
  return `${day} ${part('hour')}:${part('minute')}:${part('second')}${fraction} ${offset}`;
}

/** PostgreSQL writes an offset of whole hours without minutes. */
const isoZone = (zone: string): string => {
  if (zone === 'Z') return zone;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
};

const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function partsIn(
  moment: Date,
  timeZone: string | undefined,
): (type: Intl.DateTimeFormatPartTypes) => string {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      ...(timeZone !== undefined && { timeZone }),
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    });
  formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(moment);
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}
