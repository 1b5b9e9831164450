export * from './driver.js';
export { locate, type Place } from './locate.js';
export { driverFor } from './registry.js';
