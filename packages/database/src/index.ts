export { channels, type Channel } from './channels.js';
export { createCipher, type Cipher } from './cipher.js';
export { openDatabase, type Database, type DatabaseOptions } from './client.js';
export { isUuid, newId } from './ids.js';
export { migrate, type MigrationSources } from './migrate.js';
export { listen } from './listener.js';
export { reencryptStoredData, type Reencrypted, type ReencryptedData } from './reencrypt.js';
export { openNotifications, type Notifications } from './notifications.js';
export { isBcryptHash } from './password-hashes.js';
export { accessLosses, type AccessLoss } from './repositories/connections/access-losses.js';
export * from './repositories/connections/access-rows.js';
export * from './repositories/connections/accesses.js';
export * from './repositories/identity/audit-events.js';
export * from './repositories/queue/batch-reads.js';
export * from './repositories/queue/batches.js';
export type {
  Claim,
  ClaimedBatch,
  ClaimedConnection,
  ClaimedStatement,
  ClaimedUser,
  ClaimRequest,
  RunningLimits,
} from './repositories/queue/claims.js';
export {
  createConnectionClientRepository,
  type ConnectionClientRepository,
  type ConnectionClientRow,
  type HeldClient,
  type NewConnectionClient,
} from './repositories/connections/connection-clients.js';
export {
  crashesUntilPause,
  crashWindowMinutes,
} from './repositories/connections/connection-crashes.js';
export * from './repositories/connections/connections.js';
export {
  createCredentialRepository,
  type CredentialRepository,
  type ValidCredentials,
} from './repositories/identity/credentials.js';
export * from './repositories/queue/execution.js';
export * from './repositories/queue/new-batch.js';
export type { BatchEnd, FinishedStatement } from './repositories/queue/transitions.js';
export type {
  ConnectionSource,
  OrphanOutcome,
  UserOrigin,
  WorkerRequestKind,
} from '@sluice/contracts/enums';
export * from './repositories/identity/identities.js';
export type { Adoption, NewHandover } from './repositories/queue/handovers.js';
export {
  createOrphanRepository,
  type Orphan,
  type OrphanRepository,
} from './repositories/queue/orphans.js';
export * from './repositories/identity/pending-sign-ins.js';
export * from './repositories/identity/personal-tokens.js';
export {
  createDraftRepository,
  type DraftHead,
  type DraftLimits,
  type DraftRepository,
  type DraftRow,
  type DraftWrite,
  type DraftWritten,
} from './repositories/saved-work/drafts.js';
export * from './repositories/saved-work/queries.js';
export * from './repositories/saved-work/query-history.js';
export * from './repositories/saved-work/query-lists.js';
export {
  createQueryVersionRepository,
  type QueryVersionHead,
  type QueryVersionRepository,
  type QueryVersionRow,
} from './repositories/saved-work/query-versions.js';
export {
  createQuerySeedRepository,
  type QuerySeedRepository,
  type SeedQuery,
} from './repositories/saved-work/query-seeds.js';
export * from './repositories/queue/queue-state.js';
export { reuseKey, type ReuseInputs } from './repositories/queue/reuse.js';
export * from './repositories/queue/stored-parameters.js';
export * from './repositories/results/batch-links.js';
export * from './repositories/results/batch-shares.js';
export * from './repositories/results/retention.js';
export {
  createRevocationRepository,
  type EndedWork,
  type RevocationRepository,
  type UserAndConnection,
} from './repositories/queue/revocations.js';
export * from './repositories/connections/schema-cache.js';
export * from './repositories/identity/service-tokens.js';
export * from './repositories/identity/sessions.js';
export * from './repositories/saved-work/setup-marks.js';
export * from './repositories/results/stored-bytes.js';
export * from './repositories/identity/sign-in-failures.js';
export * from './repositories/queue/sweep.js';
export * from './repositories/identity/users.js';
export * from './repositories/webhooks/webhook-events.js';
export * from './repositories/webhooks/webhook-subjects.js';
export * from './repositories/queue/worker-list.js';
export type { WorkerPoolState } from './repositories/queue/worker-pools.js';
export * from './repositories/queue/worker-requests.js';
export * from './repositories/queue/workers.js';
export type { BoundedSlice, Slice } from './slice.js';
export { renderTemplates, userValue, type TemplateUser } from './template.js';
export { Prisma } from './generated/client.js';
export { hasDiskSpace, isDiskFull } from './disk-space.js';
