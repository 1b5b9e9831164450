export { createDownloads, type Downloads } from './downloads.js';
export { createEndedStatements } from './ended-cache.js';
export {
  createStreamLimit,
  explainMissing,
  openResults,
  storedRows,
  type ResultReads,
  type RowsPage,
  type StreamLimit,
} from './results.js';
export {
  csvOptionsOf,
  type DownloadRouteDependencies,
  downloadRoutes,
  fileResponse,
  partResponses,
  processResponses,
  sendDownload,
  watchedDownload,
} from './routes/downloads.js';
export { pageOf, pageQuery, resultsRoute, sendRows } from './routes/results.js';
export { statementRoute } from './routes/statement.js';
export {
  createStatements,
  type OwnedStatement,
  type ReadableStatement,
  type Statements,
} from './service.js';
