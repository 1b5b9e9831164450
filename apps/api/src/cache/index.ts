export { createRefreshingValue } from './refreshing-value.js';
export { type ShortLivedCache, createShortLivedCache } from './short-lived-cache.js';
