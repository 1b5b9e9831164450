import {
  historyTextFields,
  historyTextOperators,
  type HistoryClause,
  type HistoryTextField,
  type HistoryTextOperator,
} from '@sluice/database';
import { isUnstorable } from '../representation/index.js';

/** A problem of a filter: the number of the clause, from 1, and the message. */
export interface FilterProblem {
  clause: number;
  message: string;
}

/** A filter, or its problems. */
export type ParsedFilter = { clauses: HistoryClause[] } | { problems: FilterProblem[] };

const MAX_CLAUSES = 20;
const MAX_VALUE_LENGTH = 1_000;
const MAX_REGEX_LENGTH = 200;

/**
 * Parses a filter: clauses `field|operator|value`, separated by commas. Values are percent-encoded,
 * so that they can contain `,` and `|`. An empty text is no filter.
 */
export function parseFilter(text: string): ParsedFilter {
  if (text.trim() === '') return { clauses: [] };
  const parts = text.split(',');
  if (parts.length > MAX_CLAUSES) {
    const message = `exceeds the limit of ${MAX_CLAUSES} clauses`;
    return { problems: [{ clause: MAX_CLAUSES + 1, message }] };
  }
  const parsed = parts.map(parseClause);
  const problems = parsed.flatMap((each, index) =>
    typeof each === 'string' ? [{ clause: index + 1, message: each }] : [],
  );
  if (problems.length > 0) return { problems };
  return { clauses: parsed.filter((each) => typeof each !== 'string') };
}

/**
 * Returns the filter of a request's query string. If it contains a literal `|`, it was written by
 * hand and only its values are percent-encoded; otherwise the whole text was encoded a second time.
 */
export function filterTextOf(url: string): string | undefined {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const [name, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    if (formDecode(name) !== 'filter') continue;
    return value.includes('|') ? value.replaceAll('+', ' ') : (formDecode(value) ?? value);
  }
  return undefined;
}

const formDecode = (text: string): string | undefined => percentDecode(text.replaceAll('+', ' '));

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the clause, or its problem. */
function parseClause(text: string): HistoryClause | string {
  const parts = text.split('|');
  if (parts.length !== 3) {
    return 'must be field|operator|value, with , as %2C and | as %7C in the value';
  }
  const [field = '', operator = '', encoded = ''] = parts.map((part) => part.trim());
  const value = percentDecode(encoded);
  if (value === undefined) return 'has a value that is not percent-encoded: write % as %25';
  if (value.length > MAX_VALUE_LENGTH)
    return `has a value of more than ${MAX_VALUE_LENGTH} characters`;
  if (isUnstorable(value)) return 'has a value with invalid characters';
  return readerOf(field)?.(operator, value) ?? `has an unknown field: ${shorten(field)}`;
}

type ClauseReader = (operator: string, value: string) => HistoryClause | string;

function readerOf(field: string): ClauseReader | undefined {
  const textField = historyTextFields.find((each) => each === field);
  if (textField !== undefined) return readText(textField);
  return Object.hasOwn(otherReaders, field)
    ? otherReaders[field as keyof typeof otherReaders]
    : undefined;
}

const readText =
  (field: HistoryTextField): ClauseReader =>
  (operator, value) => {
    if (!isOneOf(historyTextOperators, operator)) return wrongOperator(historyTextOperators);
    return textProblem(operator, value) ?? { kind: 'text', field, operator, value };
  };

function textProblem(operator: HistoryTextOperator, value: string): string | undefined {
  if (operator === 'regex' && value.length > MAX_REGEX_LENGTH) {
    return `has a regular expression of more than ${MAX_REGEX_LENGTH} characters`;
  }
  // An odd number of backslashes at the end.
  if (operator === 'like' && /(?<!\\)(?:\\\\)*\\$/.test(value)) {
    return 'has a pattern that ends in \\: write \\\\ for a backslash';
  }
  return undefined;
}

const numberOperators = ['lt', 'gt', 'eq', 'ne'] as const;
const timeOperators = ['before', 'after'] as const;
const flagOperators = ['eq', 'ne'] as const;

const readNumber =
  (field: 'durationMs' | 'rowCount'): ClauseReader =>
  (operator, value) => {
    if (!isOneOf(numberOperators, operator)) return wrongOperator(numberOperators);
    if (!/^-?\d{1,15}$/.test(value)) return 'must have a whole number';
    return { kind: 'number', field, operator, value: Number(value) };
  };

const readTime =
  (field: 'startTime' | 'stopTime'): ClauseReader =>
  (operator, value) => {
    if (!isOneOf(timeOperators, operator)) return wrongOperator(timeOperators);
    const time = timeOf(value);
    if (time === undefined) return 'must have a date or time in ISO 8601 format';
    return { kind: 'time', field, operator, value: time };
  };

const readFlag: ClauseReader = (operator, value) => {
  if (!isOneOf(flagOperators, operator)) return wrongOperator(flagOperators);
  if (value !== 'true' && value !== 'false') return 'must have true or false';
  return { kind: 'flag', field: 'incomplete', operator, value: value === 'true' };
};

const otherReaders = {
  durationMs: readNumber('durationMs'),
  rowCount: readNumber('rowCount'),
  startTime: readTime('startTime'),
  stopTime: readTime('stopTime'),
  incomplete: readFlag,
} satisfies Record<string, ClauseReader>;

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A time without an offset is UTC, whatever the time zone of the service. */
function timeOf(value: string): Date | undefined {
  const [, year, month, day, offset] = isoTime.exec(value) ?? [];
  if (year === undefined) return undefined;
  const time = new Date(
    value.length === 10 ? value : `${value.replace(' ', 'T')}${offset === undefined ? 'Z' : ''}`,
  );
  // Date converts 31 February to a day in March.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
  return Number.isNaN(time.getTime()) || !exists || Number(year) === 0 ? undefined : time;
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((each) => each === name);

const wrongOperator = (operators: readonly string[]): string =>
  `must have one of the operators ${operators.join(', ')}`;

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
