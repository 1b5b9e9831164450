export { createSlots, type Slots } from './claim/index.js';
export { openWorkerServices, type WorkerServices } from './executor/services.js';
export { startWorker, type RunningWorker } from './executor/worker.js';
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
export { openWorkerTelemetry, type WorkerTelemetry } from './telemetry/index.js';
