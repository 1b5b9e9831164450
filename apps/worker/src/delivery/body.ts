import type { WebhookBody } from '@sluice/contracts';
import type {
  BatchRow,
  ClaimedWebhookEvent,
  StatementRow,
  WebhookSubjectRepository,
} from '@sluice/database';
import type { FirstRows } from './first-rows.js';

/** Dependencies of {@link bodyOf}. */
export interface BodyDependencies {
  subjects: WebhookSubjectRepository;
  publicUrl: string | null;
  /** Returns the first rows of a result; absent if bodies contain no rows. */
  firstRows?: (statement: StatementRow) => Promise<FirstRows | null>;
}

/**
 * Returns the body of an event, equal for each attempt: a `created` event describes its subject as it was
 * created, a `finished` event as it ended. Returns null when the subject has been deleted.
 */
export async function bodyOf(
  deps: BodyDependencies,
  event: ClaimedWebhookEvent,
): Promise<WebhookBody | null> {
  const common = {
    id: event.id,
    createdAt: event.createdAt.toISOString(),
    publicUrl: deps.publicUrl,
  };
  switch (event.event) {
    case 'user_created': {
      const user = event.payload as Extract<WebhookBody, { action: 'user_created' }>['user'];
      return { action: 'user_created', ...common, user };
    }
    case 'query_created': {
      const query = event.payload as Extract<WebhookBody, { action: 'query_created' }>['query'];
      const about = await deps.subjects.surroundings(query.createdBy, query.connectionId);
      return { action: 'query_created', ...common, query, ...about };
    }
    case 'batch_created':
    case 'batch_finished':
      return batchBody(deps, event.event, event.subjectId, common);
    case 'statement_created':
    case 'statement_finished':
      return statementBody(deps, event.event, event.subjectId, common);
  }
}

type Common = Pick<WebhookBody, 'id' | 'createdAt' | 'publicUrl'>;

async function batchBody(
  { subjects }: BodyDependencies,
  action: 'batch_created' | 'batch_finished',
  id: string,
  common: Common,
): Promise<WebhookBody | null> {
  const found = await subjects.batch(id);
  if (found === null) return null;
  const { batch, user, connection } = found;
  const { statements, ...row } = batch;
  if (action === 'batch_created') {
    const atFirst = { ...row, status: 'started', stopTime: null };
    return { action, ...common, batch: batchFields(atFirst), user, connection };
  }
  const ended = statements.map((statement) => {
    const { id, sequence, status, durationMs, rowCount, affectedRows, error } =
      statementFields(statement);
    return { id, sequence, status, durationMs, rowCount, affectedRows, error };
  });
  return { action, ...common, batch: batchFields(row), user, connection, statements: ended };
}

async function statementBody(
  { subjects, firstRows }: BodyDependencies,
  action: 'statement_created' | 'statement_finished',
  id: string,
  common: Common,
): Promise<WebhookBody | null> {
  const found = await subjects.statement(id);
  if (found === null) return null;
  const { statement, user, connection } = found;
  const { id: batchId, queryId, name } = found.batch;
  const about = { batch: { id: batchId, queryId, name }, user, connection };
  if (action === 'statement_created') {
    return { action, ...common, statement: statementFields(unrun(statement)), ...about };
  }
  const body = { action, ...common, statement: statementFields(statement), ...about };
  return firstRows === undefined ? body : { ...body, results: await firstRows(statement) };
}

type Fields<Name extends 'batch' | 'statement'> =
  Extract<WebhookBody, { action: `${Name}_created` }> extends Record<Name, infer Value>
    ? Value
    : never;

const batchFields = (row: BatchRow): Fields<'batch'> => ({
  id: row.id,
  queryId: row.queryId,
  name: row.name,
  connectionId: row.connectionId,
  connectionClientId: row.connectionClientId,
  status: row.status as Fields<'batch'>['status'],
  startTime: row.startTime.toISOString(),
  stopTime: row.stopTime?.toISOString() ?? null,
  durationMs: durationMs(row.startTime, row.stopTime),
  batchText: row.batchText,
  selectedText: row.selectedText,
  chart: row.chart as Fields<'batch'>['chart'],
  userId: row.userId,
});

const statementFields = (row: StatementRow): Fields<'statement'> => ({
  id: row.id,
  batchId: row.batchId,
  sequence: row.sequence,
  statementText: row.statementText,
  status: row.status as Fields<'statement'>['status'],
  startTime: row.startTime?.toISOString() ?? null,
  stopTime: row.stopTime?.toISOString() ?? null,
  durationMs: durationMs(row.startTime, row.stopTime),
  columns: row.columns as Fields<'statement'>['columns'],
  rowCount: row.rowCount === null ? null : Number(row.rowCount),
  affectedRows: row.affectedRows === null ? null : Number(row.affectedRows),
  command: row.command,
  incomplete: row.incomplete,
  truncatedBy: row.truncatedBy as Fields<'statement'>['truncatedBy'],
  error: row.error as Fields<'statement'>['error'],
});

/** Returns the statement as it was before it ran. */
const unrun = (row: StatementRow): StatementRow => ({
  ...row,
  status: 'queued',
  startTime: null,
  stopTime: null,
  columns: null,
  rowCount: null,
  affectedRows: null,
  command: null,
  incomplete: null,
  truncatedBy: null,
  error: null,
});

const durationMs = (start: Date | null, stop: Date | null): number | null =>
  start === null || stop === null ? null : stop.getTime() - start.getTime();
