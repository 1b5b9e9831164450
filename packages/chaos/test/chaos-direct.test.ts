import { testChaos } from './chaos-case.js';

testChaos({ queue: 'postgres', topology: 'direct', seed: 20_261, batches: 500, faults: 16 });
