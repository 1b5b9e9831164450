import { coveredRows } from '../results/row-coverage.js';

interface Coverage {
  isFinished: boolean;
  rowCount: number;
  /** Why the service calculated nothing; null if it did, or was not asked. */
  refusal: string | null;
}

/** Returns what a chart of the first rows covers; null if it covers all rows. */
export function coverageNote({ isFinished, rowCount, refusal }: Coverage): string | null {
  if (!isFinished) {
    return `The statement is running. The chart covers ${coveredRows(rowCount)} so far.`;
  }
  return refusal === null ? null : `The chart covers ${coveredRows(rowCount)}. ${refusal}`;
}
