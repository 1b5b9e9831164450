export { driverFor } from './registry.js';
