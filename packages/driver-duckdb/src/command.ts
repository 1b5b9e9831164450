import { ResultReturnType, StatementType } from '@duckdb/node-api';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';

const named =
  /^(create|drop|alter)\s+(?:or\s+replace\s+|temp\s+|temporary\s+|persistent\s+|unique\s+)*(table|view|index|schema|sequence|type|macro|function)\b/i;

const commands: Partial<Record<StatementType, string>> = {
  [StatementType.SELECT]: 'SELECT',
  [StatementType.INSERT]: 'INSERT',
  [StatementType.UPDATE]: 'UPDATE',
  [StatementType.DELETE]: 'DELETE',
  [StatementType.COPY]: 'COPY',
  [StatementType.EXPLAIN]: 'EXPLAIN',
};

/** Returns the command tag, as other databases name it. */
export function commandOf(type: StatementType, sql: string): string {
  const known = commands[type];
  if (known !== undefined) return known;
  const word = leadingWord(sql, 'duckdb');
  const [, verb, object] = named.exec(sql.slice(sql.toLowerCase().indexOf(word))) ?? [];
  return (verb && object ? `${verb} ${object}` : word).toUpperCase();
}

/** Returns whether the result has rows of the statement instead of a count or a status. */
export const hasRows = (type: ResultReturnType): boolean => type === ResultReturnType.QUERY_RESULT;

/** Returns whether the database reports affected rows. */
export const countsRows = (type: StatementType): boolean =>
  [StatementType.INSERT, StatementType.UPDATE, StatementType.DELETE, StatementType.COPY].includes(
    type,
  );

/** Returns whether a transaction statement begins one instead of ending it. */
export const beginsTransaction = (sql: string): boolean =>
  ['begin', 'start'].includes(leadingWord(sql, 'duckdb'));
