import { webhookEvents, type WebhookEventName } from '@sluice/contracts';
import type { SettingName, Settings } from './settings/index.js';

/** The setting of each event's receiver. */
export const webhookUrls = {
  user_created: 'SERVICE_WEBHOOK_USER_CREATED_URL',
  query_created: 'SERVICE_WEBHOOK_QUERY_CREATED_URL',
  batch_created: 'SERVICE_WEBHOOK_BATCH_CREATED_URL',
  statement_created: 'SERVICE_WEBHOOK_STATEMENT_CREATED_URL',
  statement_finished: 'SERVICE_WEBHOOK_STATEMENT_FINISHED_URL',
  batch_finished: 'SERVICE_WEBHOOK_BATCH_FINISHED_URL',
} as const satisfies Record<WebhookEventName, SettingName>;

/** Receivers of webhooks and how they are called. */
export interface WebhookSettings {
  secret: string;
  /** Events with a receiver. */
  receivers: { event: WebhookEventName; url: string }[];
  /** Maximum rows in a webhook; null: no rows. */
  resultRows: number | null;
  /** Public URL of the service; null when it is not configured. */
  publicUrl: string | null;
  timeoutMs: number;
  /** Wait before the second try. */
  retryMs: number;
  /** Maximum undelivered events. */
  maxBacklog: number;
}

/** Null when webhooks are disabled or no event has a receiver. */
export function webhookSettings(settings: Settings): WebhookSettings | null {
  const receivers = webhookEvents.flatMap((event) => {
    const url = settings[webhookUrls[event]];
    return url === undefined ? [] : [{ event, url }];
  });
  const { SERVICE_WEBHOOK_SECRET: secret, PUBLIC_URL: publicUrl } = settings;
  if (!settings.SERVICE_WEBHOOK_ENABLED || secret === undefined || receivers.length === 0) {
    return null;
  }
  return {
    secret,
    receivers,
    resultRows: settings.SERVICE_WEBHOOK_INCLUDE_RESULTS
      ? settings.SERVICE_WEBHOOK_RESULT_MAX_ROWS
      : null,
    publicUrl:
      publicUrl === undefined ? null : new URL(publicUrl).origin + settings.SERVICE_BASE_URL,
    timeoutMs: settings.SERVICE_WEBHOOK_TIMEOUT_SECONDS * 1000,
    retryMs: settings.SERVICE_WEBHOOK_RETRY_MS,
    maxBacklog: settings.SERVICE_WEBHOOK_MAX_BACKLOG,
  };
}

/** The events that a process must store. */
export const notedEvents = (settings: Settings): WebhookEventName[] =>
  webhookSettings(settings)?.receivers.map(({ event }) => event) ?? [];
