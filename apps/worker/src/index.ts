export { createTargets, type TargetOptions } from './connections/targets.js';
export { createConnectGate } from './execution/connect-gate.js';
export { createLocalEngines } from './execution/local-engines.js';
export { createSlots, type Slots } from './execution/slots.js';
export {
  superviseExecutors,
  type Executors,
  type ExecutorsOptions,
} from './supervisor/executors.js';
export { startWorker, type RunningWorker } from './worker.js';
