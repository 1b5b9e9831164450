import {
  createAuditEventRepository,
  createBatchShareRepository,
  createConnectionRepository,
  createPersonalTokenRepository,
  createRevocationRepository,
  createServiceTokenRepository,
  createSessionRepository,
  createUserRepository,
  type RevocationRepository,
} from '@sluice/database';
import type { FastifyBaseLogger } from 'fastify';
import { createResultAccess } from '../access/index.js';
import { createAudit } from '../audit/index.js';
import { createShortLivedCache } from '../cache/index.js';
import { createTokenUses, withFreshPersonalTokens } from '../identity/personal-tokens/index.js';
import { withFreshTokens } from '../identity/tokens/index.js';
import { createUserCache, withFreshCache } from '../identity/users/index.js';
import { createSharedReads } from '../shares/index.js';
import { createTenants } from '../tenants/index.js';
import type { AppDependencies } from './dependencies.js';

/**
 * Services that several domains use. Each cache exists once, so that a change takes effect
 * everywhere.
 */
export type SharedServices = ReturnType<typeof createSharedServices>;

/** Creates the repositories, caches and services that several domains share. */
export function createSharedServices(
  { settings, database }: Pick<AppDependencies, 'settings' | 'database'>,
  log: FastifyBaseLogger,
) {
  const storedUsers = createUserRepository(database);
  const userCache = createUserCache(storedUsers);
  const users = withFreshCache(storedUsers, userCache);
  const storedTokens = createServiceTokenRepository(database);
  const tokenCache = createShortLivedCache((id) => storedTokens.find(id));
  const storedPersonalTokens = createPersonalTokenRepository(database);
  const personalTokenCache = createShortLivedCache((hash) => storedPersonalTokens.findByHash(hash));
  const storedRevocations = createRevocationRepository(database);
  const resultAccess = createResultAccess(
    storedRevocations,
    settings.SERVICE_RESULTS_REQUIRE_CONNECTION_ACCESS,
  );
  // Called after each change that revokes access.
  const endUnauthorized: RevocationRepository['endUnauthorized'] = (byUserId) => {
    resultAccess.clear();
    return storedRevocations.endUnauthorized(byUserId);
  };
  const batchShares = createBatchShareRepository(database);
  const tenantPath = settings.SERVICE_TENANT_FIELD ?? null;
  const auditEvents = createAuditEventRepository(database);
  const audit = createAudit(auditEvents, (error, action) => {
    log.error({ err: error, action }, 'audit event not recorded');
  });
  return {
    users,
    userCache,
    tokens: withFreshTokens(storedTokens, tokenCache),
    tokenCache,
    personalTokens: withFreshPersonalTokens(storedPersonalTokens, personalTokenCache),
    personalTokenCache,
    tokenUses: createTokenUses(storedPersonalTokens, (error, tokenId) => {
      log.error({ err: error, tokenId }, 'use of a personal token not recorded');
    }),
    sessions: createSessionRepository(database),
    connections: createConnectionRepository(database),
    revocations: { ...storedRevocations, endUnauthorized },
    resultAccess,
    batchShares,
    sharedReads: createSharedReads(batchShares, tenantPath),
    auditEvents,
    audit,
    tenants: createTenants(users, tenantPath),
  };
}
