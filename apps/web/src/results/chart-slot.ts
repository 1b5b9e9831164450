import type { ColumnInfo, Statement } from '@sluice/contracts';
import { createContext, type ReactNode } from 'react';

/** A statement that returned rows. */
export type StatementWithColumns = Statement & { columns: ColumnInfo[] };

/**
 * Renders the chart beside the rows of a statement; null where the page shows no charts. Results know no
 * charts themselves, because charts read the rows of results.
 */
export const ChartSlot = createContext<((statement: StatementWithColumns) => ReactNode) | null>(
  null,
);
