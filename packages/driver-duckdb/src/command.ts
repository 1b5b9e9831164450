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

/** The command's name as other databases tag it. */
export function commandOf(type: StatementType, sql: string): string {
  const known = commands[type];
  if (known !== undefined) return known;
  const word = leadingWord(sql);
  const [, verb, object] = named.exec(sql.slice(sql.toLowerCase().indexOf(word))) ?? [];
  return (verb && object ? `${verb} ${object}` : word).toUpperCase();
}

/** Whether the result has rows of the statement's own, and not only a count or a word. */
export const hasRows = (type: ResultReturnType): boolean => type === ResultReturnType.QUERY_RESULT;

/** Whether the database counts what the statement changed. */
export const countsRows = (type: StatementType): boolean =>
  [StatementType.INSERT, StatementType.UPDATE, StatementType.DELETE, StatementType.COPY].includes(
    type,
  );

/** Whether a statement about a transaction begins one, and does not end it. */
export const beginsTransaction = (sql: string): boolean =>
  ['begin', 'start'].includes(leadingWord(sql));
