import { testChaos } from './chaos-case.js';

// An object storage takes longer for each result.
testChaos({ queue: 'redis', topology: 'balanced', seed: 20_262, batches: 250, faults: 12 });
