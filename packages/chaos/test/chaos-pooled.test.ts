import { testChaos } from './chaos-case.js';

testChaos({ queue: 'redis', topology: 'pooled', seed: 20_263, batches: 500, faults: 12 });
