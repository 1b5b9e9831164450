export { openWeb, type Web } from './static-routes.js';
