import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { QueryHistoryRow } from '@sluice/contracts';
import {
  historyTimeoutMs,
  type BoundedSlice,
  type HistoryClause,
  type HistoryHead,
  type QueryHistoryRepository,
} from '@sluice/database';
import { badRequest, type AppError, type FieldError } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { requireAllVisible } from '../batches/index.js';
import { chunkedJson } from '../representation/index.js';
import { parseFilter, type FilterProblem } from './filter.js';
import type { InTurn } from '../limits/index.js';

/** What the history is read with. */
export interface QueryHistoryDependencies {
  history: QueryHistoryRepository;
  /** Those that read many rows to find few take turns: all together must not take the database for themselves. */
  inTurn: InTurn;
}

/**
 * What ran, newest first: of everybody for admins, else of the principal.
 *
 * @param filter as the client wrote it; undefined = all.
 * @throws AppError 400 naming `filter`, 503 when too many such requests wait.
 */
export async function readHistory(
  { history, inTurn }: QueryHistoryDependencies,
  principal: Principal,
  filter: string | undefined,
  slice: BoundedSlice,
): Promise<HistoryHead[]> {
  const parsed = parseFilter(filter ?? '');
  if ('problems' in parsed) throw refuse(parsed.problems);
  const { clauses } = parsed;
  const userId = principal.role === 'admin' ? null : principal.id;
  const read = () => history.page({ userId, clauses, ...slice });
  const page = await (clauses.length === 0 ? read() : inTurn(read));
  if (Array.isArray(page)) {
    requireAllVisible(page, principal);
    return page;
  }
  if (page === 'too_slow') throw tooSlow();
  throw refuse([badRegex(clauses, page.badRegex)]);
}

/** Changes with any row, and with the names that stand in it. */
export function historyEtag(rows: HistoryHead[]): string {
  const hash = createHash('sha256');
  for (const { id, version, connectionName, userEmail } of rows) {
    hash.update(JSON.stringify([id, version, connectionName, userEmail]));
  }
  return `W/"${hash.digest('base64url')}"`;
}

/** The rows as JSON: as one text when it is small, else as a stream, since each text may be a megabyte. */
export const historyJson = (
  { history }: Pick<QueryHistoryDependencies, 'history'>,
  rows: HistoryHead[],
): Promise<string | Readable> =>
  chunkedJson(rows, async (chunk) => {
    const texts = await history.texts(chunk.map((row) => row.id));
    // Retention may have taken a row since.
    return chunk.flatMap((row) => {
      const text = texts.get(row.id);
      return text === undefined ? [] : [JSON.stringify(presentHistoryRow(row, text))];
    });
  });

/** The order of the fields is part of the contract. */
const presentHistoryRow = (row: HistoryHead, queryText: string): QueryHistoryRow => ({
  id: row.id,
  connectionId: row.connectionId,
  connectionName: row.connectionName,
  userId: row.userId,
  userEmail: row.userEmail,
  status: row.status as QueryHistoryRow['status'],
  startTime: row.startTime.toISOString(),
  stopTime: row.stopTime?.toISOString() ?? null,
  durationMs: row.stopTime === null ? null : row.stopTime.getTime() - row.startTime.getTime(),
  queryId: row.queryId,
  queryName: row.queryName,
  queryText,
  incomplete: row.incomplete,
  rowCount: row.rowCount === null ? null : Number(row.rowCount),
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
  message: 'has a regular expression that PostgreSQL does not take',
});

const tooSlow = (): AppError => {
  const seconds = historyTimeoutMs / 1_000;
  const message = `takes longer than ${seconds} s: narrow it, such as by user, connection or time`;
  return badRequest([{ path: 'filter', message }], `"filter" ${message}`, 'filter_too_slow');
};
