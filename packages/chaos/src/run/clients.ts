import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '@sluice/contracts';
import type { TestClient } from '@sluice/testkit';
import type { ClientEntry } from '../checker/evidence.js';
import type { PlannedBatch } from '../plan/plan.js';

/** Options of {@link runClients}. */
export interface ClientOptions {
  clients: readonly TestClient[];
  connectionId: string;
  /** Called at every acknowledgement with the number of acknowledged batches. */
  onAcknowledged(count: number): void;
  /** Number of concurrent batches. */
  concurrency: number;
  /** Milliseconds after which a request that never succeeds fails the run. */
  giveUpMs: number;
}

/** The results that clients saw. */
export interface ClientLog {
  entries: ClientEntry[];
  /** Number of retried requests. */
  retries: number;
  /** Batches that were never acknowledged, with the last reason. */
  unanswered: string[];
  /** Responses that no fault excuses: any status except 200 and 503. */
  strange: string[];
}

/** Sends all batches, cancels some, and follows each to its end through any available API. */
export async function runClients(
  batches: readonly PlannedBatch[],
  options: ClientOptions,
): Promise<ClientLog> {
  const log: ClientLog = { entries: [], retries: 0, unanswered: [], strange: [] };
  const queue = batches.values();
  const work = async (): Promise<void> => {
    for (const batch of queue) await sendAndFollow(batch, options, log);
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  return log;
}

async function sendAndFollow(
  planned: PlannedBatch,
  options: ClientOptions,
  log: ClientLog,
): Promise<void> {
  const ask = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    persistently<T>(options, log, planned.api, (client) =>
      client.request(method, path, body, headers),
    );
  const body = { connectionId: options.connectionId, batchText: planned.text };
  const sent = await ask<Batch>('POST', '/api/batches', body, { 'idempotency-key': planned.key });
  if (typeof sent === 'string') {
    log.unanswered.push(`${planned.key}: ${sent}`);
    return;
  }
  const entry: ClientEntry = { batchId: sent.id, seenFinal: null };
  options.onAcknowledged(log.entries.push(entry));
  if (planned.cancelAfterMs !== null) {
    await delay(planned.cancelAfterMs);
    await ask('PUT', `/api/batches/${sent.id}/cancel`);
  }
  while (entry.seenFinal === null) {
    const seen = await ask<Batch>('GET', `/api/batches/${sent.id}?wait=5`);
    if (typeof seen === 'string') {
      log.unanswered.push(`${planned.key}: ${seen}`);
      return;
    }
    if (seen.status !== 'started') entry.seenFinal = seen.status;
  }
}

/** The service is unavailable through this API at the moment. */
const unavailable = 503;

/** Asks one API after the other until one answers with 200. Returns the reason if none does. */
async function persistently<T>(
  { clients, giveUpMs }: ClientOptions,
  log: ClientLog,
  first: number,
  send: (client: TestClient) => Promise<Response>,
): Promise<T | string> {
  const untilMs = performance.now() + giveUpMs;
  let reason = '';
  for (let attempt = 0; performance.now() < untilMs; attempt++) {
    const client = clients[(first + attempt) % clients.length];
    if (client === undefined) break;
    if (attempt > 0) {
      log.retries++;
      await delay(Math.min(50 * attempt, 1_000));
    }
    try {
      const response = await send(client);
      const text = await response.text();
      if (response.status === 200) return JSON.parse(text) as T;
      reason = `${response.status} ${text}`;
      if (response.status !== unavailable) {
        log.strange.push(`${response.url}: ${reason}`);
        return reason;
      }
    } catch (error) {
      reason = error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
    }
  }
  return reason;
}
