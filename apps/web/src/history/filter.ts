import type { QueryHistoryRow } from '@sluice/contracts';

/** A condition of a filter. `value` is in the format of the service: ISO times, milliseconds, integers. */
export interface Condition {
  field: FieldName;
  operator: string;
  value: string;
}

/** The input for the value of a field. */
export type ValueKind =
  | 'text'
  | 'connection'
  | 'status'
  | 'time'
  | 'duration'
  | 'count'
  | 'boolean';

interface Field {
  label: string;
  kind: ValueKind;
  /** Labels by operator name; the first operator is the default. */
  operators: Record<string, string>;
  adminOnly?: true;
}

const texts = {
  contains: 'contains',
  eq: 'is',
  ne: 'is not',
  like: 'like (% any text, _ any character)',
  regex: 'matches regex',
};
const equals = { eq: 'is', ne: 'is not' };
const numbers = { gt: 'more than', lt: 'less than', eq: 'exactly', ne: 'not' };
const times = { after: 'after', before: 'before' };

/** The fields of a filter, in the order of the menu. */
export const fields = {
  queryText: { label: 'Text', kind: 'text', operators: texts },
  queryName: { label: 'Query name', kind: 'text', operators: texts },
  status: { label: 'Status', kind: 'status', operators: equals },
  connectionId: { label: 'Connection', kind: 'connection', operators: equals },
  connectionName: { label: 'Connection name', kind: 'text', operators: texts },
  userEmail: { label: 'User', kind: 'text', operators: texts, adminOnly: true },
  startTime: { label: 'Started', kind: 'time', operators: times },
  stopTime: { label: 'Finished', kind: 'time', operators: times },
  durationMs: { label: 'Duration (s)', kind: 'duration', operators: numbers },
  rowCount: { label: 'Rows', kind: 'count', operators: numbers },
  incomplete: { label: 'Truncated', kind: 'boolean', operators: { eq: 'is' } },
} as const satisfies Partial<Record<keyof QueryHistoryRow, Field>>;

/** The name of a filter field. */
export type FieldName = keyof typeof fields;

/** The limit of the service. */
export const MAX_CONDITIONS = 20;

/** Returns the definition of a field. */
export const fieldOf = (name: FieldName): Field => fields[name];

/** Returns the fields that the user can filter by. Only admins see the runs of other users. */
export const fieldNames = (isAdmin: boolean): FieldName[] =>
  (Object.keys(fields) as FieldName[]).filter(
    (name) => isAdmin || fieldOf(name).adminOnly !== true,
  );

/** Returns a condition without a value. */
export const emptyCondition = (field: FieldName): Condition => ({
  field,
  operator: Object.keys(fields[field].operators)[0] ?? 'eq',
  value: fields[field].kind === 'boolean' ? 'true' : '',
});

/** Returns whether the service accepts a condition. Incomplete conditions are left out of the filter. */
export function isComplete({ field, operator, value }: Condition): boolean {
  if (!Object.hasOwn(fields[field].operators, operator)) return false;
  switch (fields[field].kind) {
    case 'duration':
    case 'count':
      return /^\d{1,15}$/.test(value);
    case 'time':
      return !Number.isNaN(Date.parse(value));
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'text':
    case 'connection':
    case 'status':
      return value !== '';
  }
}

/** Returns the filter of the complete conditions, with percent-encoded values. */
export const filterText = (conditions: Condition[]): string =>
  conditions
    .filter(isComplete)
    .map(({ field, operator, value }) => `${field}|${operator}|${encodeURIComponent(value)}`)
    .join(',');

/** Parses a filter; ignores conditions that this page cannot show. */
export function conditionsOf(text: string): Condition[] {
  return text.split(',').flatMap((clause) => {
    const [field = '', operator = '', ...rest] = clause.split('|');
    const value = decoded(rest.join('|'));
    if (!Object.hasOwn(fields, field) || value === null) return [];
    const condition = { field: field as FieldName, operator, value };
    return isComplete(condition) ? [condition] : [];
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Converts seconds to the milliseconds of a condition; returns an empty text if they are invalid. */
export function durationValue(seconds: string): string {
  const milliseconds = Math.round(Number(seconds) * 1_000);
  return seconds.trim() === '' || !(milliseconds >= 0) ? '' : String(milliseconds);
}

/** Converts the value of a `datetime-local` input to an ISO time; returns an empty text if it is invalid. */
export function timeValue(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** Converts an ISO time to the value of a `datetime-local` input. */
export function localTime(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
