export { runQueryRoute } from './run-route.js';
