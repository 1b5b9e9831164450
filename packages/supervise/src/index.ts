export { createBackOff, type BackOff, type BackOffOptions } from './back-off.js';
export { findLeftovers, type Leftover } from './child-record.js';
export {
  tryAgainCode,
  type ChildEnd,
  type ChildRun,
  type ChildSpec,
  type Supervised,
  type SuperviseOptions,
} from './child-spec.js';
export { errorCode, isMissing, readJsonFile, writePrivateJsonFile } from './json-file.js';
export {
  identifyProcess,
  isProcessIdentity,
  isStillRunning,
  pidExists,
  type ProcessIdentity,
} from './process-identity.js';
export { leanNode } from './lean-node.js';
export { readableLine } from './readable-line.js';
export { StartFailure } from './start-failure.js';
export { supervise } from './supervise.js';
export { waitUntil } from './wait-until.js';
