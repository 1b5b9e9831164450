import type { WebhookBody } from '@sluice/contracts';
import type {
  ClaimedWebhookEvent,
  DroppedWebhookEvents,
  WebhookEventRepository,
  WebhookPolicy,
} from '@sluice/database';
import { messageOf } from '@sluice/errors';
import type { Logger } from 'pino';
import type { Slots } from '../claim/index.js';
import type { WorkerMetrics } from '../telemetry/index.js';
import type { Poster } from './post.js';
import type { Receiver } from './receivers.js';
import { signedHeaders } from './signature.js';

/** Dependencies of {@link deliver}. */
export interface DeliveryDependencies {
  events: WebhookEventRepository;
  receivers: Map<ClaimedWebhookEvent['event'], Receiver>;
  policy: WebhookPolicy;
  /** Returns null when the event's subject has been deleted. */
  bodyOf(event: ClaimedWebhookEvent): Promise<WebhookBody | null>;
  secret: string;
  poster: Poster;
  /** Limits the concurrent requests of this process. */
  slots: Slots;
  metrics: Pick<WorkerMetrics, 'webhookSent' | 'webhooksDropped'>;
  /** Aborted when the worker stops: no further request starts. */
  stopping: AbortSignal;
  log: Logger;
}

/**
 * Sends events that are due, in all free slots, until none is left. May run several times at once and may be
 * killed: an event that was being sent is sent again under the same id.
 */
export async function deliver(deps: DeliveryDependencies): Promise<void> {
  const routes = [...deps.receivers].map(([event, { id }]) => ({ event, receiverId: id }));
  const senders: Promise<void>[] = [];
  const sendDue = async (): Promise<void> => {
    while (!deps.stopping.aborted) {
      const event = await deps.events.claim(routes, deps.policy);
      if (event === null) return;
      // Another event may be due: a sender that finds one starts the next sender.
      startSender();
      await send(deps, event);
    }
  };
  // With no free slot, the running senders continue until nothing is due.
  const startSender = (): void => {
    const started = deps.slots.tryRun(sendDue)?.catch((error: unknown) => {
      deps.log.warn({ err: error }, 'webhooks could not be sent; will retry');
    });
    if (started !== undefined) senders.push(started);
  };
  startSender();
  // The array grows during the loop.
  for (const sender of senders) await sender;
}

/** @throws for an internal error, which says nothing about the receiver: the event is due again when its claim expires. */
async function send(deps: DeliveryDependencies, event: ClaimedWebhookEvent): Promise<void> {
  const receiver = deps.receivers.get(event.event);
  if (receiver === undefined) throw new Error(`No receiver for ${event.event}`);
  const body = await deps.bodyOf(event);
  if (body === null) {
    await deps.events.drop(event);
    recordDropped(deps, { [event.event]: 1 }, 'gone');
    return;
  }
  const startedAtMs = performance.now();
  const failure = await post(deps, receiver, event, JSON.stringify(body));
  const outcome = failure === null ? 'delivered' : 'failed';
  deps.metrics.webhookSent(event.event, outcome, (performance.now() - startedAtMs) / 1000);
  if (failure === null) await deps.events.delivered(event, receiver.id, receiver.events);
  else await requeue(deps, receiver, event, failure);
}

/** Returns null when the receiver accepted the event; otherwise the cause for the log. */
async function post(
  { poster, secret }: DeliveryDependencies,
  { url }: Receiver,
  { id, event }: ClaimedWebhookEvent,
  body: string,
): Promise<string | null> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = { ...signedHeaders(secret, { id, timestamp, body }), 'webhook-event': event };
  try {
    const status = await poster.post(url, headers, body);
    return status >= 200 && status <= 299 ? null : `the receiver answered ${status}`;
  } catch (error) {
    // If a name has several addresses, their errors arrive as one without a message.
    const { code } = error as { code?: unknown };
    return messageOf(error) || String(code);
  }
}

async function requeue(
  { events, policy, log }: DeliveryDependencies,
  { id: receiverId, origin }: Receiver,
  event: ClaimedWebhookEvent,
  cause: string,
): Promise<void> {
  const failures = await events.failed(event, receiverId, policy);
  const about = {
    webhookId: event.id,
    event: event.event,
    receiver: origin,
    attempts: event.attempts,
    cause,
  };
  log.info(about, 'webhook failed; will retry');
  if (failures === policy.breakAfter) {
    log.error(
      { ...about, failures },
      'webhook receiver keeps failing; sending one event at a time',
    );
  }
}

/** Counts and logs events that were dropped. */
export function recordDropped(
  { metrics, log }: Pick<DeliveryDependencies, 'metrics' | 'log'>,
  dropped: DroppedWebhookEvents,
  reason: 'expired' | 'backlog' | 'gone',
): void {
  for (const [event, count] of Object.entries(dropped)) {
    metrics.webhooksDropped(event, reason, count);
    log[reason === 'gone' ? 'info' : 'error']({ event, reason, count }, 'webhooks dropped');
  }
}
