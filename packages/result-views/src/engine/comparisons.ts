import { decimalText, parseDecimal, scaled } from './decimals.js';
import { momentKey, numberKey } from './keys.js';
import { typeOf, type Kind } from './kinds.js';
import { momentComparison } from './moments.js';
import { betweenValues, beyond, type Comparison } from './rounded.js';
import { literal } from './sql.js';

/** Returns SQL that compares the values of a column with one value, in the form of the stored result. */
export function comparison(
  { kind, value }: { kind: Kind; value: string },
  operator: Comparison,
  given: string,
): string {
  switch (kind.is) {
    case 'integer':
    case 'decimal':
      return exactComparison(kind, value, operator, given);
    case 'double':
      return `${value} ${operator} cast(${literal(given)} as double)`;
    case 'numberKey':
      return `${value} ${operator} ${literal(numberKey(plainNumber(given)))}`;
    case 'momentKey':
      return `${value} ${operator} ${literal(momentKey(given))}`;
    case 'date':
    case 'timestamp':
    case 'moment':
      return momentComparison({ kind, value }, operator, given);
    case 'text':
      return `${value} ${operator} ${literal(given)}`;
    case 'boolean':
      return `${value} ${operator} try_cast(${literal(given)} as BOOLEAN)`;
  }
}

const plainNumber = (text: string): string => {
  const number = parseDecimal(text);
  return number === null ? text : decimalText(number.digits, number.scale);
};

/**
 * Compares exact numbers. The type of the column may hold fewer digits than the given number, so the number is rounded
 * in the direction that keeps the comparison right.
 */
function exactComparison(
  kind: Extract<Kind, { is: 'integer' | 'decimal' }>,
  value: string,
  operator: Comparison,
  given: string,
): string {
  const isBelow = given === '-Infinity';
  const number = parseDecimal(given);
  if (number === null) return beyond(operator, value, isBelow);
  const { scale, max, min } = rangeOf(kind);
  const [down, isExact] = scaled(number, scale);
  if (down > max || down < min) return beyond(operator, value, down < min);
  const exact = (digits: bigint): string =>
    `cast('${decimalText(digits, scale)}' as ${typeOf(kind)})`;
  return isExact
    ? `${value} ${operator} ${exact(down)}`
    : betweenValues(operator, value, exact(down));
}

function rangeOf(kind: Extract<Kind, { is: 'integer' | 'decimal' }>) {
  if (kind.is === 'integer') return { scale: 0, max: 2n ** 63n - 1n, min: -(2n ** 63n) };
  const max = 10n ** BigInt(kind.width) - 1n;
  return { scale: kind.scale, max, min: -max };
}
