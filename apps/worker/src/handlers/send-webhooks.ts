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
      startBeside();
      await send(deps, event);
    }
  };
  // With all slots taken, those in them go on until nothing is due.
  const startBeside = (): void => {
    const started = deps.slots.tryRun(sendDue)?.catch((error: unknown) => {
      deps.log.warn({ err: error }, 'webhooks could not be sent; they are tried again');
    });
    if (started !== undefined) beside.push(started);
  };
  startBeside();
  // It grows while it is gone through.
  for (const each of beside) await each;
}

/** @throws for a fault of ours, which says nothing of the receiver: the event is due again when its claim ends. */
async function send(deps: WebhookDependencies, event: ClaimedWebhookEvent): Promise<void> {
  const receiver = deps.receivers.get(event.event);
  if (receiver === undefined) throw new Error(`Nobody receives ${event.event}`);
  const body = await deps.bodyOf(event);
  if (body === null) {
    await deps.events.drop(event);
    tellDropped(deps, { [event.event]: 1 }, 'gone');
    return;
  }
  const startedAtMs = performance.now();
  const failure = await post(deps, receiver, event, JSON.stringify(body));
  const outcome = failure === null ? 'delivered' : 'failed';
  deps.metrics.webhookSent(event.event, outcome, (performance.now() - startedAtMs) / 1000);
  if (failure === null) await deps.events.delivered(event, receiver.id, receiver.events);
  else await putBack(deps, receiver, event, failure);
}

/** Null once the receiver says that it has it; else why it does not, fit for the log. */
async function post(
  { poster, secret }: WebhookDependencies,
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
    // Where a name has several addresses, their errors come as one without words.
    const { code } = error as { code?: unknown };
    return messageOf(error) || String(code);
  }
}

async function putBack(
  { events, policy, log }: WebhookDependencies,
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
