export { checkComparison } from './check-comparison.js';
export { checkRequest, type CheckedColumn } from './check.js';
export type { ViewedResult } from './open-process.js';
export {
  createResultViews,
  type ResultViews,
  type ResultViewsOptions,
  type ViewLimits,
} from './view-pool.js';
export type { WrittenFile } from './written-file.js';
