export { createTurns, type InTurn } from './concurrency-limit.js';
export { networkOf } from './network-prefix.js';
export { createMinuteLimit, type MinuteLimit } from './rate-limit.js';
export { inTime } from './timeout.js';
