import type { Statement } from '@sluice/contracts';
import { formatTime } from '../ui/format.js';

/** Why the rows of a statement cannot be shown. */
export interface MissingRows {
  title: string;
  text: string;
}

/**
 * Returns why the stored rows of a statement cannot be shown; null if they can.
 *
 * @param mayRead whether the user can read the rows of the run
 * @param nowMs the current time in milliseconds
 */
export function missingRowsOf(
  { status, resultsPath, expiresAt }: Pick<Statement, 'status' | 'resultsPath' | 'expiresAt'>,
  mayRead: boolean,
  nowMs: number,
): MissingRows | null {
  if (!mayRead) {
    return {
      title: 'The rows are private',
      text: 'Only the user who started this run and the people it is shared with can see its rows.',
    };
  }
  if (status !== 'finished' || resultsPath !== null) return null;
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) {
    return {
      title: 'The rows have expired',
      text: `They were kept until ${formatTime(expiresAt)}. Run the query again to get current rows.`,
    };
  }
  return {
    title: 'The rows are not stored',
    text: 'The stored rows were lost. Run the query again to get current rows.',
  };
}
