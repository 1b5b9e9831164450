import { checkEffects } from './effects.js';
import type { Evidence } from './evidence.js';
import { checkLeftovers } from './leftovers.js';
import type { CheckResult } from './rule.js';
import { checkStates } from './states.js';

/**
 * Checks whether a run kept every guarantee. It uses only what clients were told, the rows, the target
 * database and the results folder, and knows nothing about how the run was done.
 */
export const check = (evidence: Evidence): CheckResult[] => [
  ...checkStates(evidence),
  ...checkEffects(evidence),
  ...checkLeftovers(evidence),
];

/** Returns the names of the violated rules. */
export const brokenRules = (results: readonly CheckResult[]): string[] =>
  results.filter((result) => result.violations.length > 0).map((result) => result.name);
