import { Prisma } from '../../generated/client.js';
import { containing } from './query-lists.js';

/** Text fields of the query history. */
export const historyTextFields = [
  'id',
  'connectionId',
  'connectionName',
  'userId',
  'userEmail',
  'status',
  'queryId',
  'queryName',
  'queryText',
] as const;
/** One of {@link historyTextFields}. */
export type HistoryTextField = (typeof historyTextFields)[number];

/** Comparisons of a text field. `contains` and `like` ignore case, `regex` is PostgreSQL's `~`. */
export const historyTextOperators = ['contains', 'like', 'regex', 'eq', 'ne'] as const;
/** One of {@link historyTextOperators}. */
export type HistoryTextOperator = (typeof historyTextOperators)[number];

/** A condition on a text field. */
export interface HistoryTextClause {
  kind: 'text';
  field: HistoryTextField;
  operator: HistoryTextOperator;
  value: string;
}

/** A condition of a filter. A null field equals no value and differs from every value. */
export type HistoryClause =
  | HistoryTextClause
  | {
      kind: 'number';
      field: 'durationMs' | 'rowCount';
      operator: 'lt' | 'gt' | 'eq' | 'ne';
      /** An integer. */
      value: number;
    }
  | { kind: 'time'; field: 'startTime' | 'stopTime'; operator: 'before' | 'after'; value: Date }
  | { kind: 'flag'; field: 'incomplete'; operator: 'eq' | 'ne'; value: boolean };

/** SQL of the text that the batch `b` ran. */
export const executedText = Prisma.sql`executed_text(b.selected_text, b.batch_text)`;

const textColumns: Record<Exclude<HistoryTextField, 'connectionName' | 'userEmail'>, Prisma.Sql> = {
  id: Prisma.sql`b.id::text`,
  connectionId: Prisma.sql`b.connection_id`,
  userId: Prisma.sql`b.user_id`,
  status: Prisma.sql`b.status`,
  queryId: Prisma.sql`b.query_id`,
  queryName: Prisma.sql`b.name`,
  queryText: executedText,
};

const numberColumns = {
  durationMs: Prisma.sql`(b.stop_time - b.start_time)`,
  rowCount: Prisma.sql`b.row_count`,
};

const comparisons = {
  lt: Prisma.sql`<`,
  gt: Prisma.sql`>`,
  eq: Prisma.sql`=`,
  ne: Prisma.sql`is distinct from`,
};

/** IDs of the rows that a name clause matches. With the IDs the planner can estimate the number of batches. */
export type NamedIds = Map<HistoryTextClause, string[]>;

/** Whether a clause compares a name of another table. */
export const isNameClause = (clause: HistoryClause): clause is HistoryTextClause =>
  clause.kind === 'text' && (clause.field === 'connectionName' || clause.field === 'userEmail');

/** SQL of a clause on the batch `b`. */
export function historyCondition(clause: HistoryClause, ids: NamedIds): Prisma.Sql {
  switch (clause.kind) {
    case 'text':
      return clause.field === 'connectionName' || clause.field === 'userEmail'
        ? nameCondition(clause, ids.get(clause) ?? [])
        : textCondition(textColumns[clause.field], clause);
    case 'number': {
      const value =
        clause.field === 'durationMs'
          ? Prisma.sql`${clause.value}::float8 * interval '1 millisecond'`
          : Prisma.sql`${clause.value}::bigint`;
      return Prisma.sql`${numberColumns[clause.field]} ${comparisons[clause.operator]} ${value}`;
    }
    case 'time':
      return timeCondition(clause);
    case 'flag':
      // The index has this condition.
      if (clause.operator === 'eq' && clause.value) return Prisma.sql`b.incomplete`;
      return Prisma.sql`b.incomplete ${comparisons[clause.operator]} ${clause.value}`;
  }
}

/** SQL that compares a text column. */
export function textCondition(
  column: Prisma.Sql,
  { operator, value }: Pick<HistoryTextClause, 'operator' | 'value'>,
): Prisma.Sql {
  switch (operator) {
    case 'contains':
      return Prisma.sql`${column} ilike ${containing(value)}`;
    case 'like':
      return Prisma.sql`${column} ilike ${value}`;
    case 'regex':
      return Prisma.sql`${column} ~ ${value}`;
    case 'eq':
    case 'ne':
      return Prisma.sql`${column} ${comparisons[operator]} ${value}`;
  }
}

/** IDs of `ne` were looked up with `eq`, so that a batch without a name differs from every name. */
const nameCondition = ({ field, operator }: HistoryTextClause, ids: string[]): Prisma.Sql => {
  const column = field === 'connectionName' ? textColumns.connectionId : textColumns.userId;
  return operator === 'ne'
    ? Prisma.sql`${column} <> all(${ids}::text[])`
    : Prisma.sql`${column} = any(${ids}::text[])`;
};

/** A batch starts when it is created, so the indexes on `created_at` bound both times. */
function timeCondition({
  field,
  operator,
  value,
}: Extract<HistoryClause, { kind: 'time' }>): Prisma.Sql {
  const at = Prisma.sql`${value}::timestamptz`;
  if (field === 'startTime') {
    return operator === 'before'
      ? Prisma.sql`b.created_at < ${at}`
      : Prisma.sql`b.created_at > ${at}`;
  }
  return operator === 'before'
    ? Prisma.sql`(b.stop_time < ${at} and b.created_at < ${at})`
    : Prisma.sql`b.stop_time > ${at}`;
}
