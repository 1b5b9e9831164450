export { checkComparison } from './check-comparison.js';
export { checkRequest, type CheckedColumn } from './check.js';
export {
  createResultViews,
  type ResultViews,
  type ResultViewsOptions,
  type ViewedResult,
  type ViewLimits,
} from './view-pool.js';
