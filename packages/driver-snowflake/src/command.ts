import { leadingWords } from '@sluice/driver-kit/sql/leading-words';
import { DriverError } from '@sluice/driver-kit';
import { isRecord } from './answer.js';

/** Kinds of statements, as the server numbers them. */
const SELECT = 0x1000;
const SELECT_END = 0x2000;
const DML = 0x3000;
const COPY = 0x3600;
const DML_END = 0x4000;

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

/** Of these the next word belongs to it: `CREATE TABLE`. */
const twoWords = new Set(['CREATE', 'DROP', 'ALTER', 'UNDROP', 'TRUNCATE', 'USE', 'EXECUTE']);
/** They may stand between CREATE and what is made. */
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

/** Words that a statement may have before the one that names its object. */
const MOST_WORDS = 6;

/** What the server's number of a kind of statements stands for; null when its words say it better. */
export const commandName = (typeId: number): string | null => names.get(typeId) ?? null;

/** What the statement is called, by its first words; null when it begins with none. */
export function commandOf(sql: string): string | null {
  const [first, ...rest] = wordsOf(sql, MOST_WORDS);
  if (first === undefined) return null;
  const second = twoWords.has(first) ? rest.find((word) => !adjectives.has(word)) : undefined;
  return second === undefined ? first : `${first} ${second}`;
}

/** Whether it only reads, by the server's word. */
export const isSelect = (typeId: number): boolean => typeId >= SELECT && typeId < SELECT_END;

/** Whether its result is no rows but how many it changed. */
export const isChange = (typeId: number): boolean => typeId >= DML && typeId < COPY;

/** The rows that it changed, as the server's statistics have them; null when they do not say. */
export function changedRows(typeId: number, stats: unknown): number | null {
  if (typeId < DML || typeId >= DML_END || !isRecord(stats)) return null;
  const counts = ['numRowsInserted', 'numRowsUpdated', 'numRowsDeleted']
    .map((key) => stats[key])
    .filter((count) => typeof count === 'number');
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

const wordsOf = (sql: string, count: number): string[] =>
  leadingWords(sql, count).map((word) => word.toUpperCase());

/**
 * Refuses PUT and GET, which name files of the client's machine: by the test of snowflake-sdk, and by the
 * first word behind comments. No code of ours would open a file for them. @throws DriverError `not_run`
 */
export function refuseFileCommands(sql: string): void {
  const start = sql.trim().slice(0, 3).toUpperCase();
  const [first = ''] = wordsOf(sql, 1);
  if (!isFileCommand(start) && !isFileCommand(first)) return;
  throw new DriverError('permission', 'not_run', 'PUT and GET are off: they name local files');
}

const isFileCommand = (word: string): boolean => word === 'PUT' || word === 'GET';

/** They neither begin nor end a transaction. */
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
/** What may follow BEGIN that begins a transaction, and no block. */
const ofTransaction = new Set(['TRANSACTION', 'WORK', 'NAME']);

/**
 * Whether the session is in a transaction after this statement, given whether it was before; null where
 * that is not known. Definitions commit an open transaction, and a procedure may run some.
 */
export function inTransactionAfter(sql: string, before: boolean | null): boolean | null {
  const [first = '', second] = wordsOf(sql, 2);
  if (sql.includes('->>') || first === 'ALTER') return null;
  if (first === 'COMMIT' || first === 'ROLLBACK') return false;
  if (first === 'START') return true;
  if (first === 'BEGIN' && (second === undefined || ofTransaction.has(second))) return true;
  return before === false || leavesTransaction.has(first) ? before : null;
}

/** They read and say so by their first word. */
const showing = new Set([
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
/** They may read: the server is asked. */
const selecting = new Set(['SELECT', 'WITH', 'VALUES', 'FROM']);

/** What the first word says about a statement in a session that may only read. */
export function readOnlyWord(sql: string): 'reads' | 'ask' | 'refused' {
  const [first = ''] = wordsOf(sql, 1);
  if (showing.has(first)) return 'reads';
  return selecting.has(first) ? 'ask' : 'refused';
}
