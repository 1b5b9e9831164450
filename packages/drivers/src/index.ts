export * from './driver.js';
export { locate, type Place } from './locate.js';
export { createRowMemory, type RowMemory } from './row-memory.js';
export { driverFor } from './registry.js';
