export { queryDocumentRoute } from './document-route.js';
export { runQueryRoute } from './run-route.js';
