import type { FinishedStatement } from '@sluice/database';

/** The result of a statement without rows. */
export const noRows: FinishedStatement = {
  columns: null,
  rowCount: null,
  affectedRows: 1,
  command: 'INSERT',
  resultsPath: null,
  bytes: null,
  checksum: null,
  truncatedBy: null,
  notices: [],
  expiresAt: null,
};
