export { registerSaml } from './routes.js';
