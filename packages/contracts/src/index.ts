export * from './batches.js';
export * from './columns.js';
export * from './errors.js';
export * from './schema.js';
