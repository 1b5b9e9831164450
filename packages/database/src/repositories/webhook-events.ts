import type { WebhookEventName } from '@sluice/contracts';
import type { Database } from '../client.js';
import type { Prisma } from '../generated/client.js';

/** Which event goes to which receiver; `id` is a hash of its address. */
export interface WebhookRoute {
  event: WebhookEventName;
  receiverId: string;
}

/** An event that somebody is about to send. */
export interface ClaimedWebhookEvent {
  id: string;
  event: WebhookEventName;
  /** Of the user, query, batch or statement. */
  subjectId: string;
  /** What the subject was; null where its row says that itself. */
  payload: Prisma.JsonValue;
  createdAt: Date;
  /** This try included. */
  attempts: number;
}

/** How events are tried. */
export interface WebhookPolicy {
  /** Events that one receiver is sent at the same time. */
  sideBySide: number;
  /** So many failures of a receiver in a row, and it is sent one event now and then until one succeeds. */
  breakAfter: number;
  /** An event that was tried so often holds back no other of its batch. */
  holdTries: number;
  /** A claim that is older was lost with its worker. */
  claimMs: number;
  /** First wait before another try; doubles with each, with a share of chance, up to `longestRetryMs`. */
  retryMs: number;
  longestRetryMs: number;
  /** The same of a receiver that fails. */
  longestBlockMs: number;
}

/** Events that were dropped, by the name of the event. */
export type DroppedWebhookEvents = Record<string, number>;

/** What webhooks have yet to tell. */
export interface WebhookEventRepository {
  /** The next event that is due for one of the receivers, for one caller; null when there is none. */
  claim(routes: WebhookRoute[], policy: WebhookPolicy): Promise<ClaimedWebhookEvent | null>;
  /**
   * The receiver took it: the event goes. What failed there before is due again if the receiver had failed.
   * `events` are all that it receives.
   */
  delivered(
    event: ClaimedWebhookEvent,
    receiverId: string,
    events: WebhookEventName[],
  ): Promise<void>;
  /** It is due again later. Gives how often the receiver has failed in a row. */
  failed(event: ClaimedWebhookEvent, receiverId: string, policy: WebhookPolicy): Promise<number>;
  /** Drops an event that nothing can be told of any more. */
  drop(event: ClaimedWebhookEvent): Promise<void>;
  /** Drops what has waited for longer than `maxAgeMs`. */
  dropOlder(maxAgeMs: number): Promise<DroppedWebhookEvents>;
  /** Drops the oldest while more than `most` wait. */
  dropBeyond(most: number): Promise<DroppedWebhookEvents>;
}

/** Events in the service's own database; any number of processes may send them. */
export function createWebhookEventRepository(database: Database): WebhookEventRepository {
  return {
    claim: async (routes, policy) => {
      const [claimed] = await database.$queryRaw<ClaimedWebhookEvent[]>`
        select id::text, event, subject_id as "subjectId", payload, created_at as "createdAt", attempts
        from claim_webhook_event(
          ${routes.map(({ event }) => event)}::text[],
          ${routes.map(({ receiverId }) => receiverId)}::text[],
          ${policy.sideBySide}::int, ${policy.breakAfter}::int, ${policy.holdTries}::int,
          ${policy.claimMs}::int)`;
      return claimed ?? null;
    },
    delivered: async ({ id, attempts }, receiverId, events) => {
      await database.$executeRaw`
        with told as (
          delete from webhook_events where id = ${id}::uuid and attempts = ${attempts}
        ), recovered as (
          delete from webhook_receivers where id = ${receiverId} returning true
        )
        update webhook_events set due_at = now()
        where event = any (${events}) and id <> ${id}::uuid and attempts > 0 and due_at > now()
          and exists (select from recovered)`;
    },
    failed: async ({ id, attempts }, receiverId, policy) => {
      const { breakAfter, retryMs, longestRetryMs, longestBlockMs } = policy;
      const [receiver] = await database.$queryRaw<{ failures: number }[]>`
        with put_back as (
          update webhook_events
          set sending_until = null, due_at = now() + (0.5 + random() / 2) * interval '1 millisecond'
            * least(${longestRetryMs}::float8, ${retryMs}::float8 * power(2, least(attempts - 1, 30)))
          where id = ${id}::uuid and attempts = ${attempts}
        )
        insert into webhook_receivers as known (id, failures) values (${receiverId}, 1)
        on conflict (id) do update
        set failures = known.failures + 1,
          blocked_until = case when known.failures + 1 >= ${breakAfter}::int then
            now() + (0.5 + random() / 2) * interval '1 millisecond' * least(${longestBlockMs}::float8,
              ${retryMs}::float8 * power(2, least(known.failures + 1 - ${breakAfter}::int, 30))) end
        returning failures`;
      return receiver?.failures ?? 1;
    },
    drop: async ({ id, attempts }) => {
      await database.$executeRaw`
        delete from webhook_events where id = ${id}::uuid and attempts = ${attempts}`;
    },
    dropOlder: async (maxAgeMs) => {
      const rows = await database.$queryRaw<DroppedRow[]>`
        with dropped as (
          delete from webhook_events
          where created_at < now() - ${maxAgeMs} * interval '1 millisecond'
          returning event
        )
        select event, count(*)::int as count from dropped group by event`;
      return byEvent(rows);
    },
    dropBeyond: async (most) => {
      const rows = await database.$queryRaw<DroppedRow[]>`
        with dropped as (
          delete from webhook_events where id in (
            select id from webhook_events order by number
            limit greatest(0, (select count(*) from webhook_events) - ${most}))
          returning event
        )
        select event, count(*)::int as count from dropped group by event`;
      return byEvent(rows);
    },
  };
}

interface DroppedRow {
  event: string;
  count: number;
}

const byEvent = (rows: DroppedRow[]): DroppedWebhookEvents =>
  Object.fromEntries(rows.map(({ event, count }) => [event, count]));
