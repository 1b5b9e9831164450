import type { AuditEvent } from '@sluice/contracts';

/** One detail of an event. */
export interface DetailText {
  /** The name in words, such as `SQL hash`. */
  label: string;
  /** The whole value. */
  value: string;
  /** The value where there is little room: the start of a hash or an ID. */
  short: string;
}

const abbreviations: Record<string, string> = { id: 'ID', sql: 'SQL', url: 'URL' };
/** IDs and hashes: their start is enough to compare them. */
const longKey = /^[0-9a-f]{8}(?:[0-9a-f]{8,}|-[0-9a-f-]{27})$/;
const SHORT_CHARACTERS = 8;

/** Returns the details of an event as texts. */
export const detailTexts = (detail: AuditEvent['detail']): DetailText[] =>
  Object.entries(detail).map(([name, each]) => {
    const value = valueText(each);
    return { label: labelOf(name), value, short: shortened(value) };
  });

function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/);
  const [first = '', ...rest] = words.map((word) => abbreviations[word] ?? word);
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}

const shortened = (value: string): string =>
  longKey.test(value) ? `${value.slice(0, SHORT_CHARACTERS)}…` : value;

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return JSON.stringify(value);
}
