export { registerOAuth } from './routes.js';
