/** One rule and what it found. */
export interface CheckResult {
  /** C1 to C10, and N4: the names of the quality goals. */
  name: string;
  rule: string;
  /** How many things were looked at. */
  looked: number;
  /** What breaks the rule, in words, with ids. */
  violations: string[];
}

/** Looks at every item; `violation` gives words when one breaks the rule. */
export function rule<T>(
  name: string,
  text: string,
  items: readonly T[],
  violation: (item: T) => string | null,
): CheckResult {
  const violations = items.map(violation).filter((found) => found !== null);
  return { name, rule: text, looked: items.length, violations };
}
