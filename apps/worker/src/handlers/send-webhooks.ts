import type { WebhookBody } from '@sluice/contracts';
import type {
  ClaimedWebhookEvent,
  DroppedWebhookEvents,
  WebhookEventRepository,
  WebhookPolicy,
} from '@sluice/database';
import { messageOf } from '@sluice/errors';
import type { Logger } from 'pino';
import type { Slots } from '../execution/slots.js';
import type { WorkerMetrics } from '../observation/worker-metrics.js';
import type { Poster } from '../webhooks/post.js';
import type { Receiver } from '../webhooks/receivers.js';
import { signedHeaders } from '../webhooks/signature.js';

/** What webhooks are sent with. */
export interface WebhookDependencies {
  events: WebhookEventRepository;
  receivers: Map<ClaimedWebhookEvent['event'], Receiver>;
  policy: WebhookPolicy;
  /** Null: there is nothing left to tell of. */
  bodyOf(event: ClaimedWebhookEvent): Promise<WebhookBody | null>;
  secret: string;
  poster: Poster;
  /** Those of this process that are sent side by side. */
  slots: Slots;
  metrics: Pick<WorkerMetrics, 'webhookSent' | 'webhooksDropped'>;
  /** Aborted when the worker stops: no more are begun. */
  stopping: AbortSignal;
  log: Logger;
}

/**
 * Sends what is due, as many side by side as there are free slots, until nothing is. Safe to run any number of
 * times at once, and to be killed: what was being sent then is sent again, under the same id.
 */
export async function sendWebhooks(deps: WebhookDependencies): Promise<void> {
  const routes = [...deps.receivers].map(([event, { id }]) => ({ event, receiverId: id }));
  const beside: Promise<void>[] = [];
  const sendDue = async (): Promise<void> => {
    while (!deps.stopping.aborted) {
      const event = await deps.events.claim(routes, deps.policy);
      if (event === null) return;
      // There may be another: whoever finds one asks for company.
      const company = deps.slots.tryRun(sendDue);
      if (company !== null) beside.push(company);
      await send(deps, event);
    }
  };
  const first = deps.slots.tryRun(sendDue);
  // With all slots taken, those in them go on until nothing is due.
  if (first === null) return;
  beside.push(first);
  // It grows while it is gone through.
  for (const each of beside) await each;
}

async function send(deps: WebhookDependencies, event: ClaimedWebhookEvent): Promise<void> {
  const receiver = deps.receivers.get(event.event);
  if (receiver === undefined) throw new Error(`Nobody receives ${event.event}`);
  const startedAtMs = performance.now();
  const settled = (outcome: 'delivered' | 'failed'): void => {
    deps.metrics.webhookSent(event.event, outcome, (performance.now() - startedAtMs) / 1000);
  };
  try {
    const body = await deps.bodyOf(event);
    if (body === null) {
      await deps.events.drop(event);
      tellDropped(deps, { [event.event]: 1 }, 'gone');
      return;
    }
    await post(deps, receiver, event, JSON.stringify(body));
  } catch (error) {
    settled('failed');
    await putBack(deps, receiver, event, error);
    return;
  }
  settled('delivered');
  await deps.events.delivered(event, receiver.id, receiver.events);
}

/** @throws when the receiver does not say that it has it. */
async function post(
  { poster, secret }: WebhookDependencies,
  { url }: Receiver,
  { id, event }: ClaimedWebhookEvent,
  body: string,
): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = { ...signedHeaders(secret, { id, timestamp, body }), 'webhook-event': event };
  const status = await poster.post(url, headers, body);
  if (status < 200 || status > 299) throw new Error(`the receiver answered ${status}`);
}

async function putBack(
  { events, policy, log }: WebhookDependencies,
  { id: receiverId, origin }: Receiver,
  event: ClaimedWebhookEvent,
  error: unknown,
): Promise<void> {
  const failures = await events.failed(event, receiverId, policy);
  const about = {
    webhookId: event.id,
    event: event.event,
    receiver: origin,
    attempts: event.attempts,
    cause: messageOf(error),
  };
  log.info(about, 'a webhook was not taken and will be sent again');
  if (failures === policy.breakAfter) {
    log.error(
      { ...about, failures },
      'a receiver of webhooks does not take them; it is sent one now and then until it does',
    );
  }
}

/** Counts and logs events that nobody will be told of. */
export function tellDropped(
  { metrics, log }: Pick<WebhookDependencies, 'metrics' | 'log'>,
  dropped: DroppedWebhookEvents,
  reason: 'expired' | 'backlog' | 'gone',
): void {
  for (const [event, count] of Object.entries(dropped)) {
    metrics.webhooksDropped(event, reason, count);
    log[reason === 'gone' ? 'info' : 'error']({ event, reason, count }, 'webhooks were dropped');
  }
}
