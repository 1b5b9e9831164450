import type { ColumnInfo, Datatype, ViewRequest } from '@sluice/contracts';
import { badRequest, type FieldError } from '@sluice/errors';

type Filter = NonNullable<ViewRequest['filters']>[number];
type Value = NonNullable<Filter['value']>;

/** The columns of a result, as far as a request is checked against them. */
export type CheckedColumn = Pick<ColumnInfo, 'datatype'>;

/**
 * Compares a request with the columns of its result.
 *
 * @throws AppError 400 that names the fields
 */
export function checkRequest(request: ViewRequest, columns: readonly CheckedColumn[]): void {
  const errors = [
    ...columnErrors(request, columns.length),
    ...combinationErrors(request),
    ...sortErrors(request),
  ];
  if (errors.length === 0) {
    errors.push(...filterErrors(request, columns), ...aggregateErrors(request, columns));
  }
  if (errors.length === 0) return;
  const [first] = errors;
  throw badRequest(errors, `"${first?.path ?? ''}" ${first?.message ?? 'is not valid'}`);
}

const error = (path: string, message: string): FieldError => ({ path, message });

/** Every column that the request names, with the path of its field. */
function namedColumns(request: ViewRequest): [path: string, column: number | undefined][] {
  const {
    sort = [],
    filters = [],
    aggregates = [],
    groupBy = [],
    columns = [],
    distinct,
  } = request;
  return [
    ...sort.map(({ column }, at): [string, number | undefined] => [`sort.${at}.column`, column]),
    ...filters.map(({ column }, at): [string, number] => [`filters.${at}.column`, column]),
    ...aggregates.map(({ column }, at): [string, number | undefined] => [
      `aggregates.${at}.column`,
      column,
    ]),
    ...groupBy.map((column, at): [string, number] => [`groupBy.${at}`, column]),
    ...columns.map((column, at): [string, number] => [`columns.${at}`, column]),
    ...(distinct ? ([['distinct.column', distinct.column]] as [string, number][]) : []),
  ];
}

function columnErrors(request: ViewRequest, count: number): FieldError[] {
  const message =
    count === 0
      ? 'must not name a column: the result has none'
      : `must be a column of the result, from 0 to ${count - 1}`;
  return namedColumns(request)
    .filter(([, column]) => column !== undefined && column >= count)
    .map(([path]) => error(path, message));
}

function combinationErrors(request: ViewRequest): FieldError[] {
  const { distinct, groupBy, aggregates, sort, columns, sample } = request;
  const wrong = (others: object, by: string): FieldError[] =>
    Object.entries(others)
      .filter(([, value]) => value !== undefined)
      .map(([path]) => error(path, `must not be combined with ${by}`));
  return [
    ...(distinct ? wrong({ groupBy, aggregates, sort, columns, sample }, 'distinct') : []),
    ...(groupBy ? wrong({ columns }, 'groupBy') : []),
  ];
}

function sortErrors({ sort = [], groupBy, aggregates = [] }: ViewRequest): FieldError[] {
  return sort.flatMap(({ column, aggregate, stored }, at) => {
    const path = `sort.${at}`;
    if ([column, aggregate, stored].filter((by) => by !== undefined).length !== 1) {
      return [error(path, 'must have exactly one of column, aggregate and stored')];
    }
    if (aggregate !== undefined && groupBy === undefined) {
      return [error(`${path}.aggregate`, 'must be used with groupBy')];
    }
    if (aggregate !== undefined && aggregate >= aggregates.length) {
      return [error(`${path}.aggregate`, 'must be a position in aggregates')];
    }
    if (column !== undefined && groupBy !== undefined && !groupBy.includes(column)) {
      return [error(`${path}.column`, 'must be one of groupBy')];
    }
    return [];
  });
}

function aggregateErrors(
  { aggregates = [] }: ViewRequest,
  columns: readonly CheckedColumn[],
): FieldError[] {
  return aggregates.flatMap(({ function: name, column }, at) => {
    const path = `aggregates.${at}`;
    if (column === undefined) {
      return name === 'count' ? [] : [error(`${path}.column`, `is required for ${name}`)];
    }
    const isNumeric = name === 'sum' || name === 'avg' || name === 'median';
    return isNumeric && columns[column]?.datatype !== 'number'
      ? [error(`${path}.column`, `must be a number column for ${name}`)]
      : [];
  });
}

function filterErrors(
  { filters = [] }: ViewRequest,
  columns: readonly CheckedColumn[],
): FieldError[] {
  return filters.flatMap((filter, at) => {
    const datatype = columns[filter.column]?.datatype ?? 'string';
    return [
      ...operandErrors(filter, datatype, `filters.${at}`),
      ...caseErrors(filter, datatype, `filters.${at}`),
    ];
  });
}

function operandErrors(filter: Filter, datatype: Datatype, path: string): FieldError[] {
  const { operator, value, values } = filter;
  const one = `${path}.value`;
  const many = `${path}.values`;
  switch (operator) {
    case 'isNull':
    case 'isNotNull':
      return [...unwanted(value, one, operator), ...unwanted(values, many, operator)];
    case 'between':
    case 'in': {
      if (values === undefined) return [error(many, `is required for ${operator}`)];
      if (operator === 'between' && values.length !== 2) {
        return [error(many, 'must have two values for between')];
      }
      const wrong = values.flatMap((each, at) => typeErrors(each, datatype, `${many}.${at}`));
      return [...unwanted(value, one, operator), ...wrong];
    }
    case 'contains':
    case 'startsWith':
      if (value === undefined) return [error(one, `is required for ${operator}`)];
      return [
        ...unwanted(values, many, operator),
        ...(typeof value === 'string' ? [] : [error(one, `must be a string for ${operator}`)]),
      ];
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (value === undefined) return [error(one, `is required for ${operator}`)];
      return [...unwanted(values, many, operator), ...typeErrors(value, datatype, one)];
  }
}

const unwanted = (value: unknown, path: string, operator: string): FieldError[] =>
  value === undefined ? [] : [error(path, `must be omitted for ${operator}`)];

/** Texts are compared without regard to case only where case matters. */
function caseErrors({ operator, ignoreCase }: Filter, datatype: Datatype, path: string) {
  if (ignoreCase !== true || operator === 'contains' || operator === 'startsWith') return [];
  const isEquality = operator === '=' || operator === '!=' || operator === 'in';
  return isEquality && datatype === 'string'
    ? []
    : [error(`${path}.ignoreCase`, `must be omitted for ${operator} of a ${datatype} column`)];
}

const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?$|^NaN$|^-?Infinity$/;
const date = /^(?:(?<year>\d{4,7})-(?<month>\d\d)-(?<day>\d\d)(?<era> BC| \(BC\))?|-?infinity)$/;
const datetime =
  /^(?:(?<year>\d{4,7})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)?(?:Z|[-+]\d\d(?::?\d\d)?)?(?<era> BC| \(BC\))?|-?infinity)$/;

/** Whether a text has the form of a date or time, with a day that its month has. */
function isMoment(value: Value, form: RegExp): boolean {
  const found = typeof value === 'string' ? form.exec(value) : null;
  if (found === null) return false;
  const { year, month, day, era } = found.groups ?? {};
  if (year === undefined) return true;
  // The year before the first is year 0 of the calendar, whose leap years repeat after 400 years.
  const astronomical = era === undefined ? Number(year) : 1 - Number(year);
  const leapLike = 2000 + (astronomical % 400);
  const calendar = new Date(Date.UTC(leapLike, Number(month) - 1, Number(day)));
  return calendar.getUTCMonth() === Number(month) - 1 && calendar.getUTCDate() === Number(day);
}

/** Digits of a number in a filter; PostgreSQL's numbers have up to 131,072 before the point. */
const MAX_NUMBER_LENGTH = 2_000;

/** The form of a value for each datatype. */
const forms: Record<Datatype, { accepts(value: Value): boolean; name: string }> = {
  number: {
    accepts: (value) =>
      typeof value === 'number' ||
      (typeof value === 'string' && value.length <= MAX_NUMBER_LENGTH && number.test(value)),
    name: 'a number, or a number as a string',
  },
  boolean: { accepts: (value) => typeof value === 'boolean', name: 'true or false' },
  date: {
    accepts: (value) => isMoment(value, date),
    name: 'a date such as "2024-02-29"',
  },
  datetime: {
    accepts: (value) => isMoment(value, datetime),
    name: 'a time such as "2024-02-29T23:59:59Z"',
  },
  string: { accepts: (value) => typeof value === 'string', name: 'a string' },
  time: { accepts: (value) => typeof value === 'string', name: 'a string' },
  json: { accepts: (value) => typeof value === 'string', name: 'a string' },
  binary: { accepts: (value) => typeof value === 'string', name: 'a string' },
};

function typeErrors(value: Value, datatype: Datatype, path: string): FieldError[] {
  const { accepts, name } = forms[datatype];
  return accepts(value) ? [] : [error(path, `must be ${name} for a ${datatype} column`)];
}
