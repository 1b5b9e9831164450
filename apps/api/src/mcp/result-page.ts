import { openResults, type ResultReads, type Statements } from '../statements/index.js';
import type { ColumnInfo } from '@sluice/contracts';
import type { Principal } from '../identity/principal/index.js';
import { takeRows, type RowsCut } from './rows.js';

/** Dependencies of {@link readPage}. */
export interface PageDependencies {
  statements: Pick<Statements, 'withReadable'>;
  results: ResultReads;
}

/** A page of rows, bounded by rows and by bytes. */
export interface PageRequest {
  statementId: string;
  offset: number;
  limit: number;
  maxBytes: number;
}

/** Default bytes of the rows in one response: about 6,000 tokens. */
export const DEFAULT_PAGE_BYTES = 20_000;

/** Default rows in one response. */
export const DEFAULT_PAGE_ROWS = 100;

/**
 * Reads stored rows for a model, with a note if rows or characters were left out.
 *
 * @throws AppError 403, 404 `results_not_ready` or `results_expired`
 */
export const readPage = (
  { statements, results }: PageDependencies,
  principal: Principal,
  { statementId, offset, limit, maxBytes }: PageRequest,
): Promise<Record<string, unknown>> =>
  statements.withReadable(principal, statementId, async (statement) => {
    const { reading } = await openResults(results, statement, {
      page: { offset, limit },
      ifNoneMatch: undefined,
    });
    const cut: RowsCut =
      typeof reading === 'object' && 'stream' in reading
        ? await takeRows(reading.stream, maxBytes)
        : { rows: [], hasMore: false, isShortened: false };
    const columns = (statement.columns as ColumnInfo[] | null) ?? [];
    const next = offset + cut.rows.length;
    const total = statement.rowCount === null ? null : Number(statement.rowCount);
    const hasMore = total === null ? cut.hasMore : next < total;
    const notes = notesOf({ ...cut, hasMore, next, total, maxBytes, statement });
    return {
      statementId,
      columns: columns.map(({ name, dbType }) => ({ name, type: dbType })),
      rows: cut.rows,
      offset,
      rowCount: total,
      ...(hasMore && { nextOffset: next }),
      ...(notes.length > 0 && { note: notes.join(' ') }),
    };
  });

interface NoteFacts extends RowsCut {
  next: number;
  total: number | null;
  maxBytes: number;
  statement: { status: string; truncatedBy: string | null };
}

function notesOf({ rows, hasMore, isShortened, next, total, maxBytes, statement }: NoteFacts) {
  const notes: string[] = [];
  if (statement.status === 'started')
    notes.push('The statement is running: these are the rows so far.');
  if (hasMore) {
    const of = total === null ? '' : ` of ${total}`;
    notes.push(
      `Cut after ${rows.length} rows${of} (limit ${maxBytes} bytes); continue with offset ${next}.`,
    );
  }
  if (isShortened) notes.push('Long values were shortened.');
  if (statement.truncatedBy !== null) {
    notes.push(
      `The stored result is incomplete: the limit of ${statement.truncatedBy} was reached, the query returns more.`,
    );
  }
  return notes;
}
