export { createTargets, type TargetOptions } from './connections/targets.js';
export { createSlots, type Slots } from './execution/slots.js';
export {
  superviseExecutors,
  type Executors,
  type ExecutorsOptions,
} from './supervisor/executors.js';
export { startWorker, type RunningWorker } from './worker.js';
