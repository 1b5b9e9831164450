export { compareRoute, viewRoute } from './routes.js';
