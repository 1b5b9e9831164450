export { createWorkers, type Workers } from './service.js';
