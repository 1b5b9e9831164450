export { channels, type Channel } from './channels.js';
export { createCipher, type Cipher } from './cipher.js';
export { openDatabase, type Database, type DatabaseOptions } from './client.js';
export { isUuid, newId } from './ids.js';
export { migrate } from './migrate.js';
export { listen } from './listener.js';
export { reencryptConnections, type Reencrypted } from './reencrypt.js';
export { openNotifications, type Notifications } from './notifications.js';
export { isBcryptHash } from './password-hashes.js';
export { accessLosses, type AccessLoss } from './repositories/access-loss.js';
export * from './repositories/access-rows.js';
export * from './repositories/accesses.js';
export * from './repositories/audit-events.js';
export * from './repositories/batch-reads.js';
export * from './repositories/batches.js';
export type {
  Claim,
  ClaimedBatch,
  ClaimedConnection,
  ClaimedStatement,
  ClaimedUser,
  ClaimRequest,
  RunningLimits,
} from './repositories/claims.js';
export {
  createConnectionClientRepository,
  type ConnectionClientRepository,
  type ConnectionClientRow,
  type HeldClient,
  type NewConnectionClient,
} from './repositories/connection-clients.js';
export { crashesUntilPause, crashWindowMinutes } from './repositories/connection-crashes.js';
export * from './repositories/connections.js';
export {
  createCredentialRepository,
  type CredentialRepository,
  type LivingCredentials,
} from './repositories/credentials.js';
export * from './repositories/execution.js';
export * from './repositories/identities.js';
export type { Adoption, NewHandover } from './repositories/handovers.js';
export {
  createOrphanRepository,
  type Orphan,
  type OrphanRepository,
} from './repositories/orphans.js';
export * from './repositories/pending-sign-ins.js';
export * from './repositories/queries.js';
export * from './repositories/query-history.js';
export * from './repositories/query-lists.js';
export {
  createQuerySeedRepository,
  type QuerySeedRepository,
  type SeedQuery,
} from './repositories/query-seeds.js';
export * from './repositories/queue-state.js';
export * from './repositories/retention.js';
export {
  createRevocationRepository,
  type EndedWork,
  type RevocationRepository,
  type UserAndConnection,
} from './repositories/revocations.js';
export * from './repositories/schema-cache.js';
export * from './repositories/service-tokens.js';
export * from './repositories/sessions.js';
export * from './repositories/setup-marks.js';
export * from './repositories/stored-bytes.js';
export * from './repositories/sign-in-failures.js';
export * from './repositories/sweep.js';
export * from './repositories/users.js';
export * from './repositories/webhook-events.js';
export * from './repositories/webhook-subjects.js';
export * from './repositories/worker-list.js';
export type { WorkerPoolState } from './repositories/worker-pool-states.js';
export * from './repositories/worker-requests.js';
export * from './repositories/workers.js';
export type { BoundedSlice, Slice } from './slice.js';
export { renderTemplates, type TemplateUser } from './template.js';
export { Prisma } from './generated/client.js';
export { hasDiskSpace, isDiskFull } from './repositories/disk-space.js';
