export { createQueueBackend, type QueueBackend, type QueueSettings } from './backend.js';
export { consume, type Consumers, type JobHandlers } from './consume.js';
export { jobs, type JobKey, type JobPayload } from './define.js';
export { createProducer, type Producer } from './producer.js';
export { keepRepeating, type Repetition, type RepeatOptions } from './repeat.js';
export { startSweeper, type Sweeper, type SweeperOptions } from './sweeper.js';
