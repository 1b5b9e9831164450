import { addRefusals } from '../access/index.js';
import { createIdentify, guardRoutes, type Scope } from '../http/index.js';
import { byPersonalToken } from '../identity/personal-tokens/index.js';
import { anonymousPrincipalFrom } from '../identity/principal/index.js';
import { byServiceToken } from '../identity/tokens/index.js';
import type { RateLimit } from '../limits/index.js';
import { registerMcp } from '../mcp/index.js';
import type { AppDependencies } from './dependencies.js';
import type { ExecutionServices } from './execution.js';
import type { Services } from './services.js';

/** Services of {@link registerTokenRoutes}. */
export interface TokenRouteServices {
  services: Services;
  execution: ExecutionServices;
  /** Counts the requests of a principal to all its routes. */
  requests: RateLimit;
  version: string;
}

/**
 * Registers the routes for tokens only: `/mcp`. Sessions and passwords are not read, because a page of another site
 * could make a browser send them.
 */
export function registerTokenRoutes(
  scope: Scope,
  { settings, results }: Pick<AppDependencies, 'settings' | 'results'>,
  { services, execution, requests, version }: TokenRouteServices,
): void {
  const { personalTokenCredentials, serviceTokenCredentials, sharedReads, tenants, audit } =
    services;
  const identify = createIdentify(
    [byPersonalToken(personalTokenCredentials), byServiceToken(serviceTokenCredentials)],
    anonymousPrincipalFrom(settings),
  );
  guardRoutes(scope, identify, requests, 'Bearer realm="Sluice"');
  addRefusals(scope, tenants, audit);
  const { batches, snapshots } = execution;
  registerMcp(scope, {
    ...execution,
    cancel: { batches, snapshots, audit },
    results,
    queries: services.savedWork.queries,
    connections: services.connectionManagement,
    schemas: services.schemas,
    shares: sharedReads,
    tenants,
    audit,
    version,
  });
}
