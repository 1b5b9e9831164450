import { webhookEvents, type WebhookEventName } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { jsonColumn } from '../../rows.js';

/** An event and a receiver of it. A receiver's ID is a hash of its address. */
export interface WebhookRoute {
  event: WebhookEventName;
  receiverId: string;
}

const claimedEvent = z.object({
  id: z.string(),
  event: z.enum(webhookEvents),
  /** ID of the user, query, batch or statement. */
  subjectId: z.string(),
  /** The subject when the event happened; null when its row is read instead. */
  payload: jsonColumn,
  createdAt: z.date(),
  /** Number of tries, this one included. */
  attempts: z.int(),
});

/** An event that a worker is about to send. */
export type ClaimedWebhookEvent = z.infer<typeof claimedEvent>;

/** How events are sent and tried again. */
export interface WebhookPolicy {
  /** Maximum events sent to one receiver at the same time. */
  concurrency: number;
  /** After this many failures in a row a receiver gets one event at a time, with pauses, until one succeeds. */
  breakAfter: number;
  /** An event that was tried this often no longer holds back later events of its batch. */
  holdTries: number;
  /** A claim ends after this time: its worker was lost. */
  claimMs: number;
  /** Wait before the second try; it doubles with each try up to `maxRetryMs`, and half of it is random. */
  retryMs: number;
  maxRetryMs: number;
  /** Maximum pause of a receiver that fails. */
  maxBlockMs: number;
}

/** Numbers of dropped events by name. */
export type DroppedWebhookEvents = Record<string, number>;

/** Webhook events that are not delivered yet. Several processes may send them. */
export interface WebhookEventRepository {
  /** Claims the next event that is due for one of the receivers; null when there is none. */
  claim(routes: WebhookRoute[], policy: WebhookPolicy): Promise<ClaimedWebhookEvent | null>;
  /**
   * Deletes a delivered event. When the receiver had failed before, its other events are due at once. `events` are
   * the names of all events that it receives.
   */
  delivered(
    event: ClaimedWebhookEvent,
    receiverId: string,
    events: WebhookEventName[],
  ): Promise<void>;
  /** Schedules another try. @returns how often the receiver has failed in a row. */
  failed(event: ClaimedWebhookEvent, receiverId: string, policy: WebhookPolicy): Promise<number>;
  /** Drops an event whose subject is gone. */
  drop(event: ClaimedWebhookEvent): Promise<void>;
  /** Drops events older than `maxAgeMs`. */
  dropOlder(maxAgeMs: number): Promise<DroppedWebhookEvents>;
  /** Drops the oldest events so that at most `max` remain. */
  dropBeyond(max: number): Promise<DroppedWebhookEvents>;
}

const failuresRow = z.object({ failures: z.int() });

export function createWebhookEventRepository(database: Database): WebhookEventRepository {
  return {
    claim: async (routes, policy) => {
      const claimed = await queryRow(
        database,
        claimedEvent,
        Prisma.sql`
          select id::text, event, subject_id as "subjectId", payload, created_at as "createdAt", attempts
          from claim_webhook_event(
            ${routes.map(({ event }) => event)}::text[],
            ${routes.map(({ receiverId }) => receiverId)}::text[],
            ${policy.concurrency}::int, ${policy.breakAfter}::int, ${policy.holdTries}::int,
            ${policy.claimMs}::int)`,
      );
      return claimed ?? null;
    },
    delivered: async ({ id, attempts }, receiverId, events) => {
      await database.$executeRaw`
        with delivered as (
          delete from webhook_events where id = ${id}::uuid and attempts = ${attempts}
        ), recovered as (
          delete from webhook_receivers where id = ${receiverId} returning true
        )
        update webhook_events set due_at = now()
        where event = any (${events}) and id <> ${id}::uuid and attempts > 0 and due_at > now()
          and exists (select from recovered)`;
    },
    failed: async ({ id, attempts }, receiverId, policy) => {
      const { breakAfter, retryMs, maxRetryMs, maxBlockMs } = policy;
      const values = { id, attempts, receiverId, breakAfter, retryMs, maxRetryMs, maxBlockMs };
      const receiver = await queryRow(database, failuresRow, sqlQuery('failWebhookEvent', values));
      return receiver?.failures ?? 1;
    },
    drop: async ({ id, attempts }) => {
      await database.$executeRaw`
        delete from webhook_events where id = ${id}::uuid and attempts = ${attempts}`;
    },
    dropOlder: async (maxAgeMs) =>
      byEvent(
        await queryRows(
          database,
          droppedRow,
          Prisma.sql`
            with dropped as (
              delete from webhook_events
              where created_at < now() - ${maxAgeMs} * interval '1 millisecond'
              returning event
            )
            select event, count(*)::int as count from dropped group by event`,
        ),
      ),
    dropBeyond: async (max) =>
      byEvent(
        await queryRows(
          database,
          droppedRow,
          Prisma.sql`
            with dropped as (
              delete from webhook_events where id in (
                select id from webhook_events order by number
                limit greatest(0, (select count(*) from webhook_events) - ${max}))
              returning event
            )
            select event, count(*)::int as count from dropped group by event`,
        ),
      ),
  };
}

const droppedRow = z.object({ event: z.string(), count: z.int() });

const byEvent = (rows: z.infer<typeof droppedRow>[]): DroppedWebhookEvents =>
  Object.fromEntries(rows.map(({ event, count }) => [event, count]));
