export { registerOidc } from './routes.js';
