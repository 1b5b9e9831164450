import { createHash } from 'node:crypto';
import type { WebhookSettings } from '@sluice/config';
import type { WebhookEventName } from '@sluice/contracts';

/** A URL that receives webhooks. */
export interface Receiver {
  /** A hash of the URL, which may contain a secret that rows and logs must not hold. */
  id: string;
  url: string;
  /** Scheme, host and port, for the log. */
  origin: string;
  /** The events that it receives. */
  events: WebhookEventName[];
}

/** Returns the receiver of each event; events with the same URL share one receiver. */
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
