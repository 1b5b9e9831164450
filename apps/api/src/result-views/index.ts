export { viewRoute, type ViewRouteDependencies } from './routes.js';
