export { registerQueryHistory } from './routes.js';
export type { QueryHistoryDependencies } from './service.js';
