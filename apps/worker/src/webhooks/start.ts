import { webhookSettings, type ServiceSettings } from '@sluice/config';
import {
  channels,
  createWebhookEventRepository,
  createWebhookSubjectRepository,
  type Database,
  type Notifications,
  type StatementRow,
  type WebhookPolicy,
} from '@sluice/database';
import { keepRepeating, type Producer } from '@sluice/jobs';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import { createSlots } from '../execution/slots.js';
import { sendWebhooks, tellDropped, type WebhookDependencies } from '../handlers/send-webhooks.js';
import type { WorkerMetrics } from '../observation/worker-metrics.js';
import { bodyOf } from './body.js';
import { firstRows } from './first-rows.js';
import { createPoster } from './post.js';
import { receiversOf } from './receivers.js';

/** What webhooks need of a worker. */
export interface WebhookParts {
  settings: ServiceSettings;
  database: Database;
  results: ResultStore;
  metrics: WorkerMetrics;
  stopping: AbortSignal;
  log: Logger;
}

/** The webhooks of a worker; nothing happens where they are off. */
export interface Webhooks {
  readonly areOn: boolean;
  /** The handler of the job. */
  send(): Promise<void>;
  /** Drops what has waited too long: the work of retention, also where webhooks were turned off since. */
  dropOld(): Promise<void>;
  /** Puts a job into the queue for what others note, and now and then for what was missed. */
  watch(options: {
    producer: Producer;
    notifications: Pick<Notifications, 'subscribe'>;
    everyMs: number;
    onError(error: unknown): void;
  }): { close(): Promise<void> };
  close(): void;
}

/**
 * Enough that one receiver that does not answer, and each of the others after it, leaves places for those that do:
 * there are six events, so six receivers at most.
 */
const sideBySide = 8;
const perReceiver = 4;
const breakAfter = 5;
const holdTries = 5;
const MAX_RETRY_MS = 300_000;
const MAX_BLOCK_MS = 60_000;
/** Beyond the time-out: for reading what is to be told, and writing what became of it. */
const claimMarginMs = 3_000;

/** Counting the backlog reads all of it. */
const trimEveryMs = 5_000;

/** Many events of one moment wake the workers once. */
const gatherMs = 20;
/** Jobs that wait side by side at most: a running one keeps its id. */
const wakeNumbers = 4;

/** Makes what the worker sends webhooks with; opens nothing. */
export function createWebhooks(parts: WebhookParts): Webhooks {
  const { settings, database, metrics, log } = parts;
  const events = createWebhookEventRepository(database);
  const dropOld = async (): Promise<void> => {
    const dropped = await events.dropOlder(settings.SERVICE_WEBHOOK_GIVE_UP_HOURS * 3_600_000);
    tellDropped({ metrics, log }, dropped, 'expired');
  };
  const wanted = webhookSettings(settings);
  if (wanted === null) return { ...noWebhooks, dropOld };
  const { secret, resultRows, publicUrl, timeoutMs, retryMs, maxBacklog } = wanted;
  const poster = createPoster(timeoutMs);
  const policy: WebhookPolicy = {
    sideBySide: perReceiver,
    breakAfter,
    holdTries,
    claimMs: timeoutMs + claimMarginMs,
    retryMs,
    maxRetryMs: Math.max(MAX_RETRY_MS, retryMs),
    maxBlockMs: MAX_BLOCK_MS,
  };
  const { results, stopping } = parts;
  const body = {
    subjects: createWebhookSubjectRepository(database),
    publicUrl,
    ...(resultRows === null
      ? {}
      : {
          firstRows: (row: StatementRow) =>
            firstRows(results, row, resultRows).catch((error: unknown) => {
              log.warn({ err: error, statementId: row.id }, 'a webhook goes without its rows');
              return null;
            }),
        }),
  };
  const deps: WebhookDependencies = {
    events,
    receivers: receiversOf(wanted),
    policy,
    bodyOf: (event) => bodyOf(body, event),
    secret,
    poster,
    slots: createSlots(sideBySide),
    metrics,
    stopping,
    log,
  };
  let trimmedAtMs = -Infinity;
  return {
    areOn: true,
    send: async () => {
      if (performance.now() - trimmedAtMs > trimEveryMs) {
        trimmedAtMs = performance.now();
        await dropOld();
        tellDropped(deps, await events.dropBeyond(maxBacklog), 'backlog');
      }
      await sendWebhooks(deps);
    },
    dropOld,
    watch: ({ producer, notifications, everyMs, onError }) => {
      const repetition = keepRepeating({
        producer,
        key: 'sendWebhooks',
        payload: { n: 0, v: 1 },
        everyMs,
        onError,
      });
      let timer: NodeJS.Timeout | undefined;
      const wake = (): void => {
        timer = undefined;
        const n = 1 + Math.floor(Math.random() * wakeNumbers);
        producer.add('sendWebhooks', [{ n, v: 1 }]).catch(onError);
      };
      const unsubscribe = notifications.subscribe(channels.webhookWaiting, () => {
        timer ??= setTimeout(wake, gatherMs);
      });
      return {
        close: async () => {
          unsubscribe();
          clearTimeout(timer);
          await repetition.close();
        },
      };
    },
    close: () => {
      poster.close();
    },
  };
}

const noWebhooks: Omit<Webhooks, 'dropOld'> = {
  areOn: false,
  send: () => Promise.resolve(),
  watch: () => ({ close: () => Promise.resolve() }),
  close: () => undefined,
};
