import { createContext } from 'react';
import type { ReadRows } from './grid/row-pages.js';
import { readStatementRows } from './read-rows.js';

/** Returns the reader of the rows of a statement. The page of a public link reads them by the link. */
export const RowSource = createContext<(statementId: string) => ReadRows>(readStatementRows);
