import { call } from '../http/client.js';
import type { ReadRows, Row } from './grid/row-pages.js';

/** Returns a reader of the stored rows of a statement. */
export const readStatementRows =
  (statementId: string): ReadRows =>
  (offset, limit, signal) =>
    call<Row[]>('GET', `/api/statements/${statementId}/results?offset=${offset}&limit=${limit}`, {
      signal,
    });

/** Returns a reader of rows in memory. */
export const readLocalRows =
  (rows: Row[]): ReadRows =>
  (offset, limit) =>
    Promise.resolve(rows.slice(offset, offset + limit));
