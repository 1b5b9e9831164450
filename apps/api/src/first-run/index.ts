export {
  createFirstRunData,
  type FirstRunData,
  updateSampleConnection,
  type SampleAddress,
} from './first-run.js';
