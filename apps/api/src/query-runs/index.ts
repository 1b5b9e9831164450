export { queryResultsRoutes } from './results-route.js';
export { queryDocumentRoute } from './document-route.js';
export { runQueryRoute } from './run-route.js';
