export { errorBody, type BigQueryRequest, type Fault } from './faults.js';
export type { Behaviour, Script } from './scripts.js';
export { startBigQueryServer, type BigQueryServer, type BigQueryServerOptions } from './server.js';
export { resultOf, type WireField, type WireResult, type WireValue } from './wire.js';
