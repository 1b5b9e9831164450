export { registerMcp } from './routes.js';
