import { isCookieSecure } from '@sluice/config';
import { createBatchLinkRepository, createSignInFailureRepository } from '@sluice/database';
import type { Scope } from '../http/index.js';
import { createSignInAttempts } from '../identity/local/index.js';
import { callbackUrl } from '../identity/redirect/index.js';
import { createRateLimit, type RateLimit } from '../limits/index.js';
import {
  createLinkPasses,
  createLinkWatch,
  createOpenLinks,
  createVisits,
  registerBatchLinks,
  registerVisits,
} from '../public-links/index.js';
import type { AppDependencies } from './dependencies.js';
import type { ExecutionServices } from './execution.js';
import type { SharedServices } from './shared-services.js';

const MAX_OPENED_PER_MINUTE = 600;
/** A page reads its rows in parts, while the user scrolls. */
const MAX_READS_PER_MINUTE = 240;

/** Registers the routes of public links: those of owners, and those of visitors. */
export function registerPublicLinks(
  scope: Scope,
  { settings, database, results, passwords }: AppDependencies,
  { batchShares: shares, resultAccess: access, audit }: SharedServices,
  { downloads, reads, snapshots, streamLimit, limits: { stalledMs } }: ExecutionServices,
): void {
  const links = createBatchLinkRepository(database);
  const isAllowed = settings.SERVICE_PUBLIC_LINKS;
  const baseUrl = settings.SERVICE_BASE_URL;
  const watch = createLinkWatch({
    links,
    access,
    onError: (error) => scope.log.error({ err: error }, 'checking public links failed'),
  });
  scope.addHook('onClose', (_scope, done) => {
    watch.close();
    done();
  });
  registerBatchLinks(scope, {
    links,
    shares,
    passwords,
    audit,
    isAllowed,
    addressOf: (path, origin) =>
      settings.PUBLIC_URL === undefined
        ? `${origin}${baseUrl}${path}`
        : callbackUrl(settings, path).href,
  });
  const visits = createVisits({
    open: createOpenLinks({ links, access, isAllowed }),
    links,
    snapshots,
    reads,
    passwords,
    attempts: createSignInAttempts(createSignInFailureRepository(database)),
    opening: limitOf(MAX_OPENED_PER_MINUTE),
    reading: limitOf(MAX_READS_PER_MINUTE),
    audit,
    allowsDownloads: settings.SERVICE_ALLOW_CSV_DOWNLOAD,
  });
  registerVisits(scope, {
    visits,
    passes: createLinkPasses(settings.SERVICE_COOKIE_SECRET),
    watch,
    results,
    downloads,
    streamLimit,
    audit,
    stalledMs,
    cookie: { baseUrl, isSecure: isCookieSecure(settings) },
  });
}

const limitOf = (max: number): RateLimit =>
  createRateLimit({ max, code: 'too_many_requests', title: 'Too many requests in one minute' });
