export { viewRoute } from './routes.js';
