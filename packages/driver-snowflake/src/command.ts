import { leadingWords } from '@sluice/driver-kit/sql/leading-words';
import { DriverError } from '@sluice/driver-kit';
import { isRecord } from './answer.js';

/** Statement type ids of the server. */
const SELECT = 0x1000;
const SELECT_END = 0x2000;
const DML = 0x3000;
const COPY = 0x3600;
const DML_END = 0x4000;
/** Mask of a type's family. */
const FAMILY = 0xf000;

const names: ReadonlyMap<number, string> = new Map([
  [SELECT, 'SELECT'],
  [0x3100, 'INSERT'],
  [0x3200, 'UPDATE'],
  [0x3300, 'DELETE'],
  [0x3400, 'MERGE'],
  [0x3500, 'INSERT'],
  [COPY, 'COPY'],
  [0x3700, 'COPY'],
]);

/** Commands of two words, such as `CREATE TABLE`. */
const twoWords = new Set(['CREATE', 'DROP', 'ALTER', 'UNDROP', 'TRUNCATE', 'USE', 'EXECUTE']);
/** Words that may follow CREATE before the object type. */
const adjectives = new Set([
  'OR',
  'REPLACE',
  'ALTER',
  'TEMP',
  'TEMPORARY',
  'TRANSIENT',
  'VOLATILE',
  'LOCAL',
  'GLOBAL',
  'SECURE',
  'RECURSIVE',
]);

/** Maximum number of words before the object type. */
const MAX_WORDS = 6;

/** Returns the command of a statement type id; null if the text names it better. */
export const commandName = (typeId: number): string | null => names.get(typeId) ?? null;

/** Derives the command from the first words of the text; null without a leading word. */
export function commandOf(sql: string): string | null {
  const [first, ...rest] = wordsOf(sql, MAX_WORDS);
  if (first === undefined) return null;
  const second = twoWords.has(first) ? rest.find((word) => !adjectives.has(word)) : undefined;
  return second === undefined ? first : `${first} ${second}`;
}

/** Returns whether the server classifies the statement as a query. */
export const isSelect = (typeId: number): boolean => typeId >= SELECT && typeId < SELECT_END;

/** Types of statements besides queries whose result is always rows; a family is listed by its base. */
const cursorFamilies = new Set([0x2000, 0x7000, 0x9000]);
const cursors = new Set([COPY, 0x4400, 0x4500, 0x4701, 0x6244]);

/**
 * Returns whether the result consists of rows, whatever the columns are called: queries, EXPLAIN, CALL, SHOW,
 * DESCRIBE, LIST, REMOVE, COPY and the commands of access tokens. Source: snowflakedb/drivers f4ceebad,
 * sf_core/src/query_types/statement_type.rs, `has_result_set`.
 */
export const isCursor = (typeId: number): boolean =>
  isSelect(typeId) || cursors.has(typeId) || cursorFamilies.has(typeId & FAMILY);

/** Returns whether the result is a count of changed rows. */
export const isChange = (typeId: number): boolean => typeId >= DML && typeId < COPY;

/** Returns the changed rows by the server's statistics; null if unknown. */
export function changedRows(typeId: number, stats: unknown): number | null {
  if (typeId < DML || typeId >= DML_END || !isRecord(stats)) return null;
  const counts = ['numRowsInserted', 'numRowsUpdated', 'numRowsDeleted']
    .map((key) => stats[key])
    .filter((count) => typeof count === 'number');
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

const wordsOf = (sql: string, count: number): string[] =>
  leadingWords(sql, count, 'snowflake').map((word) => word.toUpperCase());

/**
 * Rejects PUT and GET, which name local files of the client, with the test of snowflake-sdk and by the first
 * word after comments. No code of this driver opens a file for them. @throws DriverError outcome `not_run`
 */
export function refuseFileCommands(sql: string): void {
  const start = sql.trim().slice(0, 3).toUpperCase();
  const [first = ''] = wordsOf(sql, 1);
  if (!isFileCommand(start) && !isFileCommand(first)) return;
  throw new DriverError(
    'permission',
    'not_run',
    'PUT and GET are not supported: they access local files',
  );
}

const isFileCommand = (word: string): boolean => word === 'PUT' || word === 'GET';

/** Commands that neither begin nor end a transaction. */
const leavesTransaction = new Set([
  'DELETE',
  'DESC',
  'DESCRIBE',
  'EXPLAIN',
  'INSERT',
  'MERGE',
  'SELECT',
  'SHOW',
  'UPDATE',
  'WITH',
]);
/** Words after BEGIN that start a transaction instead of a block. */
const ofTransaction = new Set(['TRANSACTION', 'WORK', 'NAME']);

/**
 * Returns whether the session is in a transaction after this statement, given its state before; null if
 * unknown. DDL commits an open transaction, and a procedure may run any statement.
 */
export function inTransactionAfter(sql: string, before: boolean | null): boolean | null {
  const [first = '', second] = wordsOf(sql, 2);
  if (sql.includes('->>') || first === 'ALTER') return null;
  if (first === 'COMMIT' || first === 'ROLLBACK') return false;
  if (first === 'START') return true;
  if (first === 'BEGIN' && (second === undefined || ofTransaction.has(second))) return true;
  return before === false || leavesTransaction.has(first) ? before : null;
}

/** Read-only commands by their first word. */
const readingCommands = new Set([
  'SHOW',
  'DESC',
  'DESCRIBE',
  'EXPLAIN',
  'LIST',
  'LS',
  'USE',
  'SET',
  'UNSET',
]);
/** Commands that may be queries: the server decides. */
const queryCommands = new Set(['SELECT', 'WITH', 'VALUES', 'FROM']);

/** Classifies a statement of a read-only session by its first word. */
export function readOnlyWord(sql: string): 'reads' | 'ask' | 'refused' {
  const [first = ''] = wordsOf(sql, 1);
  if (readingCommands.has(first)) return 'reads';
  return queryCommands.has(first) ? 'ask' : 'refused';
}
