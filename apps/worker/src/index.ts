export { createSlots, type Slots } from './claim/index.js';
export {
  createConnectLimiter,
  createLocalEngineLimit,
  createTargets,
  type TargetOptions,
} from './session/index.js';
export {
  superviseExecutors,
  type Executors,
  type ExecutorsOptions,
} from './supervisor/executors.js';
