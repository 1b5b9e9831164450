import { webhookSettings, type ServiceSettings, type WebhookSettings } from '@sluice/config';
import {
  createWebhookEventRepository,
  createWebhookSubjectRepository,
  type Database,
  type StatementRow,
  type WebhookPolicy,
} from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import { createSlots } from '../claim/index.js';
import type { WorkerMetrics } from '../telemetry/index.js';
import { bodyOf, type BodyDependencies } from './body.js';
import { deliver, recordDropped, type DeliveryDependencies } from './deliver.js';
import { firstRows } from './first-rows.js';
import { createPoster } from './post.js';
import { receiversOf } from './receivers.js';
import { watchWebhooks, type WatchOptions } from './watch-webhooks.js';

/** Dependencies of {@link createWebhooks}. */
export interface WebhookParts {
  settings: ServiceSettings;
  database: Database;
  results: ResultStore;
  metrics: WorkerMetrics;
  stopping: AbortSignal;
  log: Logger;
}

/** The webhooks of a worker; without configured receivers they do nothing. */
export interface Webhooks {
  readonly areOn: boolean;
  /** Sends the events that are due; handles the `sendWebhooks` job. */
  send(): Promise<void>;
  /** Drops events that are too old, even if webhooks have been disabled since; part of retention. */
  dropExpired(): Promise<void>;
  /** Enqueues a job when an event is waiting, and periodically for lost notifications. */
  watch(options: WatchOptions): { close(): Promise<void> };
  close(): Promise<void>;
}

/**
 * There are six events, so at most six receivers. Two that do not answer cannot fill these slots, because
 * {@link MAX_PER_RECEIVER} bounds each and the next of the others still finds one.
 */
const MAX_CONCURRENT = 8;
const MAX_PER_RECEIVER = 4;
const BREAK_AFTER_FAILURES = 5;
const HOLD_TRIES = 5;
const MAX_RETRY_MS = 300_000;
const MAX_BLOCK_MS = 60_000;
/** Beyond the request timeout: time to read the subject and to write the outcome. */
const CLAIM_MARGIN_MS = 3_000;

/** Counting the backlog reads all of it. */
const TRIM_INTERVAL_MS = 5_000;

/** Creates a worker's webhooks; opens nothing. */
export function createWebhooks(parts: WebhookParts): Webhooks {
  const { settings, database, metrics, stopping, log } = parts;
  const events = createWebhookEventRepository(database);
  const dropExpired = async (): Promise<void> => {
    const dropped = await events.dropOlder(settings.SERVICE_WEBHOOK_GIVE_UP_HOURS * 3_600_000);
    recordDropped({ metrics, log }, dropped, 'expired');
  };
  const configured = webhookSettings(settings);
  if (configured === null) return { ...disabled, dropExpired };
  const body = bodyDependencies(parts, configured);
  const poster = createPoster(configured.timeoutMs);
  const deps: DeliveryDependencies = {
    events,
    receivers: receiversOf(configured),
    policy: policyOf(configured),
    bodyOf: (event) => bodyOf(body, event),
    secret: configured.secret,
    poster,
    slots: createSlots(MAX_CONCURRENT),
    metrics,
    stopping,
    log,
  };
  let trimmedAtMs = -Infinity;
  return {
    areOn: true,
    send: async () => {
      if (performance.now() - trimmedAtMs > TRIM_INTERVAL_MS) {
        trimmedAtMs = performance.now();
        await dropExpired();
        recordDropped(deps, await events.dropBeyond(configured.maxBacklog), 'backlog');
      }
      await deliver(deps);
    },
    dropExpired,
    watch: watchWebhooks,
    close: () => {
      poster.close();
      return Promise.resolve();
    },
  };
}

const policyOf = ({ timeoutMs, retryMs }: WebhookSettings): WebhookPolicy => ({
  concurrency: MAX_PER_RECEIVER,
  breakAfter: BREAK_AFTER_FAILURES,
  holdTries: HOLD_TRIES,
  claimMs: timeoutMs + CLAIM_MARGIN_MS,
  retryMs,
  maxRetryMs: Math.max(MAX_RETRY_MS, retryMs),
  maxBlockMs: MAX_BLOCK_MS,
});

function bodyDependencies(
  { database, results, log }: WebhookParts,
  { publicUrl, resultRows }: WebhookSettings,
): BodyDependencies {
  const subjects = createWebhookSubjectRepository(database);
  if (resultRows === null) return { subjects, publicUrl };
  return {
    subjects,
    publicUrl,
    firstRows: (row: StatementRow) =>
      firstRows(results, row, resultRows).catch((error: unknown) => {
        log.warn({ err: error, statementId: row.id }, 'webhook sent without its rows');
        return null;
      }),
  };
}

const disabled: Omit<Webhooks, 'dropExpired'> = {
  areOn: false,
  send: () => Promise.resolve(),
  watch: () => ({ close: () => Promise.resolve() }),
  close: () => Promise.resolve(),
};
