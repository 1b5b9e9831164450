import type { QueryHistoryRow } from '@sluice/contracts';

/** One clause of a filter. `value` is as the service reads it: ISO times, milliseconds, whole numbers. */
export interface Condition {
  field: FieldName;
  operator: string;
  value: string;
}

/** How the value of a field is asked for. */
export type ValueKind = 'text' | 'connection' | 'status' | 'time' | 'duration' | 'count' | 'truth';

interface Field {
  label: string;
  kind: ValueKind;
  /** By what the service calls them, as a person says them; the first is the usual one. */
  operators: Record<string, string>;
  forAdmins?: true;
}

const texts = {
  contains: 'contains',
  eq: 'is',
  ne: 'is not',
  like: 'is like (% any text, _ any character)',
  regex: 'matches the pattern',
};
const equals = { eq: 'is', ne: 'is not' };
const numbers = { gt: 'more than', lt: 'less than', eq: 'exactly', ne: 'not' };

/** What the history is filtered by, in the order of the choice. */
export const fields = {
  queryText: { label: 'Text', kind: 'text', operators: texts },
  queryName: { label: 'Query name', kind: 'text', operators: texts },
  status: { label: 'Status', kind: 'status', operators: equals },
  connectionId: { label: 'Connection', kind: 'connection', operators: equals },
  connectionName: { label: 'Connection name', kind: 'text', operators: texts },
  userEmail: { label: 'User', kind: 'text', operators: texts, forAdmins: true },
  startTime: { label: 'Begun', kind: 'time', operators: { after: 'after', before: 'before' } },
  stopTime: { label: 'Ended', kind: 'time', operators: { after: 'after', before: 'before' } },
  durationMs: { label: 'Seconds', kind: 'duration', operators: numbers },
  rowCount: { label: 'Rows', kind: 'count', operators: numbers },
  incomplete: { label: 'Rows left out', kind: 'truth', operators: { eq: 'is' } },
} as const satisfies Partial<Record<keyof QueryHistoryRow, Field>>;

/** A field that can be asked for. */
export type FieldName = keyof typeof fields;

/** The service reads no more clauses at once. */
export const mostConditions = 20;

/** What a field is, without the names that only it has. */
export const fieldOf = (name: FieldName): Field => fields[name];

/** The fields that somebody may use: only admins see the runs of others. */
export const fieldNames = (isAdmin: boolean): FieldName[] =>
  (Object.keys(fields) as FieldName[]).filter(
    (name) => isAdmin || fieldOf(name).forAdmins !== true,
  );

/** A condition on a field that says nothing yet. */
export const emptyCondition = (field: FieldName): Condition => ({
  field,
  operator: Object.keys(fields[field].operators)[0] ?? 'eq',
  value: fields[field].kind === 'truth' ? 'true' : '',
});

/** Whether the service can read it; what somebody is still typing is left out of the filter. */
export function isComplete({ field, operator, value }: Condition): boolean {
  if (!Object.hasOwn(fields[field].operators, operator)) return false;
  switch (fields[field].kind) {
    case 'duration':
    case 'count':
      return /^\d{1,15}$/.test(value);
    case 'time':
      return !Number.isNaN(Date.parse(value));
    case 'truth':
      return value === 'true' || value === 'false';
    case 'text':
    case 'connection':
    case 'status':
      return value !== '';
  }
}

/** The text of a filter: what is complete, its values percent-encoded. */
export const filterText = (conditions: Condition[]): string =>
  conditions
    .filter(isComplete)
    .map(({ field, operator, value }) => `${field}|${operator}|${encodeURIComponent(value)}`)
    .join(',');

/** Reads the text of a filter back; clauses that this page cannot show are left out. */
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

/** Seconds that somebody has typed as the milliseconds of a condition; empty while it is no number. */
export function durationValue(seconds: string): string {
  const milliseconds = Math.round(Number(seconds) * 1_000);
  return seconds.trim() === '' || !(milliseconds >= 0) ? '' : String(milliseconds);
}

/** A time in the reader's zone, as an input of the browser has it, as an instant; empty for none. */
export function timeValue(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** The other way round. */
export function localTime(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
