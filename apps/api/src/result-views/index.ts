export { compareRoute } from './compare-route.js';
export { viewRoute } from './routes.js';
