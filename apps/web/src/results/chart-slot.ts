import type { ColumnInfo, Statement } from '@sluice/contracts';
import { createContext, type ReactNode } from 'react';

/** A statement that returned rows. */
export type StatementWithColumns = Statement & { columns: ColumnInfo[] };

/** The fields of such a statement that its table and its chart need. */
export type StatementRows = Pick<StatementWithColumns, 'id' | 'columns' | 'rowCount' | 'status'>;

/**
 * Renders the chart beside the rows of a statement; null where the page shows no charts. Results know no
 * charts themselves, because charts read the rows of results.
 */
export const ChartSlot = createContext<((statement: StatementRows) => ReactNode) | null>(null);
