/** Operators of one value. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Returns SQL that compares `value` with something between `below` and the next value of its type. */
export function betweenValues(operator: Comparison, value: string, below: string): string {
  switch (operator) {
    case '=':
      return 'false';
    case '!=':
      return `${value} is not null`;
    case '<':
    case '<=':
      return `${value} <= ${below}`;
    case '>':
    case '>=':
      return `${value} > ${below}`;
  }
}

/** Returns SQL that compares `value` with something smaller or greater than every value of its type. */
export function beyond(operator: Comparison, value: string, isBelow: boolean): string {
  const matchesNothing = operator.startsWith('<') === isBelow;
  return operator === '=' || (operator !== '!=' && matchesNothing)
    ? 'false'
    : `${value} is not null`;
}
