import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  DuckDBUUIDValue,
  type DuckDBPreparedStatement,
} from '@duckdb/node-api';
import type { BoundValue, ScalarType } from '@sluice/contracts';
import { parameterError } from '@sluice/driver-kit/errors';
import { dayNanos, epochDay, epochNanos, toMicros } from '@sluice/driver-kit/sql/moments';

/** Digits of DuckDB's largest decimal. */
const MAX_DIGITS = 38;

/** Limits of INTEGER. */
const MIN_INTEGER = -(2n ** 31n);
const MAX_INTEGER = 2n ** 31n - 1n;

/** Binds the values of a statement. @throws DriverError outcome `not_run` for a decimal with too many digits */
export function bindValues(
  statement: DuckDBPreparedStatement,
  values: readonly BoundValue[],
): void {
  // Of the statements that DuckDB expands one text to, only some have parameters.
  if (statement.parameterCount === 0) return;
  for (const [index, { type, value }] of values.entries()) {
    if (value === null) statement.bindNull(index + 1);
    else binders[type](statement, index + 1, value);
  }
}

type Binder = (statement: DuckDBPreparedStatement, index: number, text: string) => void;

const binders: Record<ScalarType, Binder> = {
  text: (statement, index, text) => {
    statement.bindVarchar(index, text);
  },
  integer: (statement, index, text) => {
    const value = BigInt(text);
    // As DuckDB types a literal. `date + n`, `round(x, n)` and others do not accept a BIGINT.
    if (value >= MIN_INTEGER && value <= MAX_INTEGER) statement.bindInteger(index, Number(value));
    else statement.bindBigInt(index, value);
  },
  decimal: (statement, index, text) => {
    statement.bindDecimal(index, decimalOf(text));
  },
  boolean: (statement, index, text) => {
    statement.bindBoolean(index, text === 'true');
  },
  date: (statement, index, text) => {
    statement.bindDate(index, new DuckDBDateValue(epochDay(text)));
  },
  time: (statement, index, text) => {
    statement.bindTime(index, new DuckDBTimeValue(toMicros(dayNanos(text))));
  },
  timestamp: (statement, index, text) => {
    statement.bindTimestamp(index, new DuckDBTimestampValue(toMicros(epochNanos(text))));
  },
  timestamptz: (statement, index, text) => {
    statement.bindTimestampTZ(index, new DuckDBTimestampTZValue(toMicros(epochNanos(text))));
  },
  uuid: (statement, index, text) => {
    const value = DuckDBUUIDValue.fromUint128(BigInt(`0x${text.replaceAll('-', '')}`));
    statement.bindUUID(index, value);
  },
  // DuckDB's JSON is text.
  json: (statement, index, text) => {
    statement.bindVarchar(index, text);
  },
};

function decimalOf(text: string): DuckDBDecimalValue {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const width = Math.max(1, whole.replace(/^0+/, '').length + fraction.length);
  if (width > MAX_DIGITS) throw parameterError('of type decimal can have 38 digits in DuckDB');
  const value = BigInt(`${whole}${fraction}`);
  return new DuckDBDecimalValue(text.startsWith('-') ? -value : value, width, fraction.length);
}
