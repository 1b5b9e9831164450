/** A rule and its violations. */
export interface CheckResult {
  /** C1 to C10, and N4: the names of the quality goals. R and P: rules on the run and on the pool. */
  name: string;
  rule: string;
  /** Number of checked items. */
  looked: number;
  /** Descriptions of the violations, with ids. */
  violations: string[];
}

/** Checks every item; `violation` returns a description if the item violates the rule. */
export function rule<T>(
  name: string,
  text: string,
  items: readonly T[],
  violation: (item: T) => string | null,
): CheckResult {
  const violations = items.map(violation).filter((found) => found !== null);
  return { name, rule: text, looked: items.length, violations };
}
