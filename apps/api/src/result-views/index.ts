export { compareRoute, viewRoute } from './routes.js';
export { viewStatement } from './service.js';
