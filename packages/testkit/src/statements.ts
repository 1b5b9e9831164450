import type { FinishedStatement } from '@sluice/database';

/** What a statement without rows leaves behind. */
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
