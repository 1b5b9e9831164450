import type { ColumnInfo } from '@sluice/contracts';
import type { RunOptions, StatementSummary } from '../contract/driver.js';
import { MAX_MESSAGE_CHARS, MAX_NAME_CHARS, readable } from '../text/readable.js';

/** Maximum length of a command tag and of an id. */
const MAX_WORD_CHARS = 256;

/** Returns columns whose names and types can be stored. */
export const reportedColumns = (columns: ColumnInfo[] | null): ColumnInfo[] | null =>
  columns &&
  columns.map((column) => ({
    ...column,
    name: readable(column.name, MAX_NAME_CHARS),
    dbType: readable(column.dbType, MAX_MESSAGE_CHARS),
  }));

/** Returns an id of a server that can be stored. */
export const reportedId = (id: string | null): string | null => id && readable(id, MAX_WORD_CHARS);

/** Returns the receiver of a handover that gets an id that can be stored. */
export const reportedHandover = (onHandover: RunOptions['onHandover']): RunOptions['onHandover'] =>
  onHandover &&
  ((handover) =>
    onHandover({ ...handover, executionId: readable(handover.executionId, MAX_WORD_CHARS) }));

/** Returns names of a server that can be stored. */
export const reportedWords = (words: readonly string[]): string[] =>
  words.map((word) => readable(word, MAX_WORD_CHARS));

/** Returns a summary whose texts and counts can be stored. A server may report any count. */
export function reportedSummary(summary: StatementSummary): StatementSummary {
  const { columns, command, affectedRows, notices } = summary;
  return {
    ...summary,
    columns: reportedColumns(columns),
    command: command && readable(command, MAX_WORD_CHARS),
    affectedRows: Number.isSafeInteger(affectedRows) ? affectedRows : null,
    notices: notices.map((notice) => readable(notice, MAX_MESSAGE_CHARS)),
  };
}
