import type { BoundValue, ScalarType } from '@sluice/contracts';
import type { ParameterMarks } from '@sluice/driver-kit/sql/bind';

/** `@p1`, `@p2`, … */
export const marks: ParameterMarks = { mark: (number) => `@p${String(number)}`, isShared: true };

/** Digits of NUMERIC before and after its point. */
const NUMERIC = { whole: 29, fraction: 9 };

const types: Record<Exclude<ScalarType, 'decimal'>, string> = {
  text: 'STRING',
  integer: 'INT64',
  boolean: 'BOOL',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'DATETIME',
  timestamptz: 'TIMESTAMP',
  uuid: 'STRING',
  json: 'JSON',
};

/** Returns the query parameters of a job; empty without values. */
export const queryParameters = (values: readonly BoundValue[]): Record<string, unknown> =>
  values.length === 0
    ? {}
    : {
        parameterMode: 'NAMED',
        queryParameters: values.map((each, index) => ({
          name: `p${String(index + 1)}`,
          parameterType: parameterType(each),
          parameterValue: { value: each.value },
        })),
      };

function parameterType(each: BoundValue): Record<string, string> {
  if (each.type === 'decimal') return { type: decimalType(each) };
  const type = types[each.type];
  // A TIMESTAMP without precision has microseconds.
  const isPrecise = type === 'TIMESTAMP' && /\.\d{7}/.test(each.value ?? '');
  return { type, ...(isPrecise && { timestampPrecision: '12' }) };
}

/** NUMERIC where it holds all digits: it can be assigned to BIGNUMERIC, but not the other way round. */
function decimalType({ value }: BoundValue): string {
  const [whole = '', fraction = ''] = (value ?? '').replace(/^-?0*/, '').split('.');
  const fits = whole.length <= NUMERIC.whole && fraction.length <= NUMERIC.fraction;
  return fits ? 'NUMERIC' : 'BIGNUMERIC';
}
