export { createDownloads } from './downloads.js';
export { createEndedStatements } from './ended-cache.js';
export {
  createStreamLimit,
  explainMissing,
  openResults,
  storedRows,
  type ResultReads,
} from './results.js';
export {
  csvOptionsOf,
  type DownloadRouteDependencies,
  downloadRoutes,
  fileResponse,
  sendDownload,
} from './routes/downloads.js';
export { resultsRoute } from './routes/results.js';
export { statementRoute } from './routes/statement.js';
export { createStatements, type OwnedStatement, type Statements } from './service.js';
