export { compareRoute, viewRoute } from './routes.js';
export { parquetOfStatement, viewStatement } from './service.js';
