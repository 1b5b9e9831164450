import type { Load, Machines } from './model.js';

/** The load of the example in docs/explanation/scale.md. */
export const load: Load = {
  tenants: 10_000,
  batchesPerDay: 1_000_000,
  peakFactor: 5,
  batchSeconds: 5,
  megabytesPerBatch: 0.2,
  readsPerBatch: 1.5,
  watchers: 5_000,
  pollingShare: 0.5,
  pollSeconds: 2,
  changesPerBatch: 3,
  watchersPerBatch: 2,
  retentionDays: 30,
  auditDays: 365,
  outageMinutes: 60,
};

/** Typical rented machines. */
export const machines: Machines = {
  utilisation: 0.6,
  slotsPerWorker: 64,
  // SERVICE_DATABASE_POOL_SIZE, and two listeners; without Redis the queue has eight more.
  connectionsPerProcess: 12,
  databaseCores: 8,
  databaseConnections: 500,
  databaseGigabytes: 1_000,
  walBytesPerSecond: 50e6,
  // One millisecond each, and as much again between two.
  claimsPerSecond: 500,
};
