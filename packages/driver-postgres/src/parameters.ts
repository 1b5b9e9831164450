import type { BoundValue, ScalarType } from '@sluice/contracts';
import { parameterError } from '@sluice/driver-kit/errors';
import type { ParameterMarks } from '@sluice/driver-kit/sql/bind';
import { bind, describeStatement, parse } from './protocol.js';

/** `$1`, `$2`, … */
export const marks: ParameterMarks = { mark: (number) => `$${String(number)}`, isShared: true };

/** A value as the server reads it: the OID of its type and its text. */
export interface Parameter {
  oid: number;
  text: string | null;
}

const INT4 = 23;
const INT8 = 20;

const oids: Record<Exclude<ScalarType, 'integer'>, number> = {
  text: 25,
  decimal: 1700,
  boolean: 16,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  uuid: 2950,
  // Its operators are those that people use; it is assigned to a column of type json, too.
  json: 3802,
};

/** Converts the values of a statement. @throws DriverError outcome `not_run` for text that the server cannot store */
export const parametersOf = (values: readonly BoundValue[]): Parameter[] =>
  values.map(({ type, value }) => {
    if (value?.includes('\0') === true) {
      throw parameterError('must not contain a NUL character: PostgreSQL cannot store it');
    }
    return { oid: type === 'integer' ? integerOid(value) : oids[type], text: value };
  });

/** The messages that prepare and describe a statement without a name. */
export const prepare = (sql: string, parameters: readonly Parameter[]): Buffer[] => [
  parse(
    '',
    sql,
    parameters.map(({ oid }) => oid),
  ),
  describeStatement(''),
];

/** The message that opens the unnamed portal of the prepared statement. */
export const bindPortal = (parameters: readonly Parameter[]): Buffer =>
  bind(
    '',
    '',
    parameters.map(({ text }) => text),
  );

/** As the parser does with a number in a text: many functions take an int4 and no int8. */
const integerOid = (value: string | null): number =>
  value === null || BigInt.asIntN(32, BigInt(value)) === BigInt(value) ? INT4 : INT8;
