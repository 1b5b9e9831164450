import { createHash } from 'node:crypto';
import type { WebhookSettings } from '@sluice/config';
import type { WebhookEventName } from '@sluice/contracts';

/** An address that webhooks go to. */
export interface Receiver {
  /** A hash of the address: rows and logs must not hold what is secret in it. */
  id: string;
  url: string;
  /** For the log: scheme, host and port. */
  origin: string;
  /** All that it is sent. */
  events: WebhookEventName[];
}

/** Each address once, by the events that go there. */
export function receiversOf({
  receivers,
}: Pick<WebhookSettings, 'receivers'>): Map<WebhookEventName, Receiver> {
  const byUrl = new Map<string, Receiver>();
  const byEvent = new Map<WebhookEventName, Receiver>();
  for (const { event, url } of receivers) {
    const receiver = byUrl.get(url) ?? {
      id: createHash('sha256').update(url).digest('hex'),
      url,
      origin: new URL(url).origin,
      events: [],
    };
    receiver.events.push(event);
    byUrl.set(url, receiver);
    byEvent.set(event, receiver);
  }
  return byEvent;
}
