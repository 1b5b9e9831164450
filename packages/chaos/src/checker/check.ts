import { checkEffects } from './effects.js';
import type { Evidence } from './evidence.js';
import { checkLeftovers } from './leftovers.js';
import type { CheckResult } from './rule.js';
import { checkStates } from './states.js';

/**
 * Looks whether a run kept every promise, knowing nothing of how it was done: only what clients were
 * told, what the rows say, what the target database shows and what lies in the results folder.
 */
export const check = (evidence: Evidence): CheckResult[] => [
  ...checkStates(evidence),
  ...checkEffects(evidence),
  ...checkLeftovers(evidence),
];

/** The names of the rules that were broken. */
export const brokenRules = (results: readonly CheckResult[]): string[] =>
  results.filter((result) => result.violations.length > 0).map((result) => result.name);
