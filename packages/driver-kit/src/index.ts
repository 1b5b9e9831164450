export * from './contract/driver.js';
export { createRowMemory, type RowMemory } from './rows/row-memory.js';
export { locate, type Place } from './sql/locate.js';
