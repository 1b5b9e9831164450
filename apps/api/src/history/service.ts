import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { QueryHistoryRow } from '@sluice/contracts';
import {
  historyTimeoutMs,
  type BoundedSlice,
  type HistoryClause,
  type HistoryHead,
  type HistoryText,
  type QueryHistoryRepository,
} from '@sluice/database';
import { badRequest, type AppError, type FieldError } from '@sluice/errors';
import { onlyConnectionsOf, type Principal } from '../identity/principal/index.js';
import { presentParameters, requireAllVisible } from '../batches/index.js';
import { chunkedJson } from '../representation/index.js';
import { parseFilter, type FilterProblem } from './filter.js';
import type { LimitConcurrency } from '../limits/index.js';

/** Dependencies of the history functions. */
export interface QueryHistoryDependencies {
  history: QueryHistoryRepository;
  /**
   * Limits the concurrent filtered reads, which can scan many rows, so that they do not occupy the
   * database.
   */
  limitConcurrency: LimitConcurrency;
}

/**
 * Reads the history, newest first: the principal's own or, for admins, that of all users.
 *
 * @param filter as sent by the client; undefined = no filter
 * @throws AppError 400 naming `filter`, 503 when too many filtered requests wait
 */
export async function readHistory(
  { history, limitConcurrency }: QueryHistoryDependencies,
  principal: Principal,
  filter: string | undefined,
  slice: BoundedSlice,
): Promise<HistoryHead[]> {
  const parsed = parseFilter(filter ?? '');
  if ('problems' in parsed) throw refuse(parsed.problems);
  const { clauses } = parsed;
  const userId = principal.role === 'admin' ? null : principal.id;
  const connectionIds = onlyConnectionsOf(principal);
  const read = () => history.page({ userId, connectionIds, clauses, ...slice });
  const page = await (clauses.length === 0 ? read() : limitConcurrency(read));
  if (Array.isArray(page)) {
    requireAllVisible(page, principal);
    return page;
  }
  if (page === 'too_slow') throw tooSlow();
  throw refuse([badRegex(clauses, page.badRegex)]);
}

/** Returns a tag that changes with any row and with the names in it. */
export function historyEtag(rows: HistoryHead[]): string {
  const hash = createHash('sha256');
  for (const { id, version, connectionName, userEmail } of rows) {
    hash.update(JSON.stringify([id, version, connectionName, userEmail]));
  }
  return `W/"${hash.digest('base64url')}"`;
}

/**
 * Renders the rows as JSON: one text if small, otherwise a stream, because each text can have a
 * megabyte.
 */
export const historyJson = (
  { history }: Pick<QueryHistoryDependencies, 'history'>,
  rows: HistoryHead[],
): Promise<string | Readable> =>
  chunkedJson(rows, async (chunk) => {
    const texts = await history.texts(chunk.map((row) => row.id));
    // Retention may have deleted the row meanwhile.
    return chunk.flatMap((row) => {
      const text = texts.get(row.id);
      return text === undefined ? [] : [JSON.stringify(presentHistoryRow(row, text))];
    });
  });

/** The order of the fields is part of the contract. */
const presentHistoryRow = (
  row: HistoryHead,
  { text, parameters }: HistoryText,
): QueryHistoryRow => ({
  id: row.id,
  connectionId: row.connectionId,
  connectionName: row.connectionName,
  userId: row.userId,
  userEmail: row.userEmail,
  status: row.status,
  startTime: row.startTime.toISOString(),
  stopTime: row.stopTime?.toISOString() ?? null,
  durationMs: row.stopTime === null ? null : row.stopTime.getTime() - row.startTime.getTime(),
  queryId: row.queryId,
  queryName: row.queryName,
  queryText: text,
  incomplete: row.incomplete,
  rowCount: row.rowCount === null ? null : Number(row.rowCount),
  parameters: presentParameters(parameters)?.parameters ?? null,
});

const refuse = (problems: FilterProblem[]): AppError => {
  const errors = problems.map(({ clause, message }): FieldError => ({
    path: 'filter',
    message: `clause ${clause} ${message}`,
  }));
  return badRequest(errors, `"filter": ${errors[0]?.message ?? 'is not valid'}`);
};

const badRegex = (clauses: HistoryClause[], bad: HistoryClause): FilterProblem => ({
  clause: clauses.indexOf(bad) + 1,
  message: 'has a regular expression that PostgreSQL rejects',
});

const tooSlow = (): AppError => {
  const seconds = historyTimeoutMs / 1_000;
  const message = `takes longer than ${seconds} s: narrow it, for example by user, connection or time`;
  return badRequest([{ path: 'filter', message }], `"filter" ${message}`, 'filter_too_slow');
};
