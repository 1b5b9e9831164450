import { Prisma } from '../generated/client.js';
import { containing } from './query-lists.js';

/** Fields of the history that hold text. */
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
export type HistoryTextField = (typeof historyTextFields)[number];

/** How a text is compared: `contains` and `like` without regard to case, `regex` as PostgreSQL's `~`. */
export const historyTextOperators = ['contains', 'like', 'regex', 'eq', 'ne'] as const;
export type HistoryTextOperator = (typeof historyTextOperators)[number];

/** A comparison of a text. */
export interface HistoryTextClause {
  kind: 'text';
  field: HistoryTextField;
  operator: HistoryTextOperator;
  value: string;
}

/** One condition of a filter. What is not there (null) is equal to nothing, and not equal to all. */
export type HistoryClause =
  | HistoryTextClause
  | {
      kind: 'number';
      field: 'durationMs' | 'rowCount';
      operator: 'lt' | 'gt' | 'eq' | 'ne';
      /** Whole. */
      value: number;
    }
  | { kind: 'time'; field: 'startTime' | 'stopTime'; operator: 'before' | 'after'; value: Date }
  | { kind: 'flag'; field: 'incomplete'; operator: 'eq' | 'ne'; value: boolean };

/** SQL for what a batch ran. */
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

/** The ids that a name stands for, once they are looked up: the planner then knows how many rows they hit. */
export type NamedIds = Map<HistoryTextClause, string[]>;

/** Whether a clause is about a name that stands in another table. */
export const isNameClause = (clause: HistoryClause): clause is HistoryTextClause =>
  clause.kind === 'text' && (clause.field === 'connectionName' || clause.field === 'userEmail');

/** SQL for a clause about the batch `b`. */
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
      // Written as the index has it.
      if (clause.operator === 'eq' && clause.value) return Prisma.sql`b.incomplete`;
      return Prisma.sql`b.incomplete ${comparisons[clause.operator]} ${clause.value}`;
  }
}

/** SQL that compares a text; also for the look-up of names. */
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

/** `ne` was looked up as `eq`: what has no name any more is not equal to it. */
const nameCondition = ({ field, operator }: HistoryTextClause, ids: string[]): Prisma.Sql => {
  const column = field === 'connectionName' ? textColumns.connectionId : textColumns.userId;
  return operator === 'ne'
    ? Prisma.sql`${column} <> all(${ids}::text[])`
    : Prisma.sql`${column} = any(${ids}::text[])`;
};

/** A batch starts when it is created, and is in order of that; none ends before it starts. */
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
