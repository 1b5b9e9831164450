export {
  binariesIn,
  completeLinks,
  findBinaries,
  type Binaries,
} from './embedded-postgres/binaries.js';
export { ensureServiceDatabase, sampleReader } from './embedded-postgres/databases.js';
export {
  defaultSystemFolder,
  placePostgres,
  type Location,
  type PlaceOptions,
} from './embedded-postgres/location.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres/start.js';
export { loadSecrets, type Secrets } from './secrets.js';
export { createSample, sampleDatabase, sampleExists } from './sample/create.js';
export { fullSample, type SampleSize } from './sample/generate.js';
export { onStopSignals } from './stop-signals.js';
export { runningDatabase } from './running-database.js';
