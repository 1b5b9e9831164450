export {
  createFirstRunData,
  type FirstRunData,
  moveSampleConnection,
  type SampleAddress,
} from './first-run.js';
