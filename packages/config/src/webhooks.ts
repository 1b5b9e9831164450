import { webhookEvents, type WebhookEventName } from '@sluice/contracts';
import type { SettingName, Settings } from './settings/index.js';

/** Which setting names the receiver of an event. */
export const webhookUrls = {
  user_created: 'SERVICE_WEBHOOK_USER_CREATED_URL',
  query_created: 'SERVICE_WEBHOOK_QUERY_CREATED_URL',
  batch_created: 'SERVICE_WEBHOOK_BATCH_CREATED_URL',
  statement_created: 'SERVICE_WEBHOOK_STATEMENT_CREATED_URL',
  statement_finished: 'SERVICE_WEBHOOK_STATEMENT_FINISHED_URL',
  batch_finished: 'SERVICE_WEBHOOK_BATCH_FINISHED_URL',
} as const satisfies Record<WebhookEventName, SettingName>;

/** Where webhooks go, and how long they are tried. */
export interface WebhookSettings {
  secret: string;
  /** The events that somebody receives. */
  receivers: { event: WebhookEventName; url: string }[];
  /** Rows that a webhook may hold; null = none. */
  resultRows: number | null;
  /** Where people reach the service; null when nobody said. */
  publicUrl: string | null;
  timeoutMs: number;
  /** First wait before another try. */
  retryMs: number;
  /** Most events that wait. */
  maxBacklog: number;
}

/** Null when no webhook is sent: off, or nobody receives any. */
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

/** The events that what a process writes is noted for. */
export const notedEvents = (settings: Settings): WebhookEventName[] =>
  webhookSettings(settings)?.receivers.map(({ event }) => event) ?? [];
