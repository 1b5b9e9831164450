export { createConcurrencyLimit, type LimitConcurrency } from './concurrency-limit.js';
export { networkOf } from './network-prefix.js';
export { createRateLimit, type RateLimit } from './rate-limit.js';
export { withTimeout } from './timeout.js';
