export { accessUserOf } from './access-user.js';
export { queryResultsRoutes } from './results-route.js';
export { queryDocumentRoute } from './document-route.js';
export { placeholderNames } from './placeholder-names.js';
export { bodyOfRun } from './run-body.js';
export { runQueryRoute } from './run-route.js';
export { valuesSchema } from './value-schema.js';
