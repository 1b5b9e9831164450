import { call } from '../api/client.js';
import type { ReadRows, Row } from './row-pages.js';

/** Reads the rows of a statement from the service. */
export const readerOf =
  (statementId: string): ReadRows =>
  (offset, limit, signal) =>
    call<Row[]>('GET', `/api/statements/${statementId}/results?offset=${offset}&limit=${limit}`, {
      signal,
    });

/** Reads of rows that are here already. */
export const readerOfRows =
  (rows: Row[]): ReadRows =>
  (offset, limit) =>
    Promise.resolve(rows.slice(offset, offset + limit));
