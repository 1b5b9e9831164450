import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '@sluice/contracts';
import type { TestClient } from '@sluice/testkit';
import type { ClientEntry } from '../checker/evidence.js';
import type { PlannedBatch } from '../plan/plan.js';

/** What clients work with. */
export interface ClientOptions {
  clients: readonly TestClient[];
  connectionId: string;
  /** Told at every acknowledgement, with the number of batches acknowledged so far. */
  onAcknowledged(count: number): void;
  /** Batches under way at a time. */
  sideBySide: number;
  /** A request that never works within this fails the run, in milliseconds. */
  giveUpMs: number;
}

/** What clients saw. */
export interface ClientLog {
  entries: ClientEntry[];
  /** Requests that had to be sent again. */
  retries: number;
  /** Batches that were never acknowledged, with the last reason. */
  unanswered: string[];
  /** Answers that no fault excuses: any status but 200 and 503. */
  strange: string[];
}

/** Sends all batches, cancels some, follows each to its end, through whichever API lives. */
export async function runClients(
  batches: readonly PlannedBatch[],
  options: ClientOptions,
): Promise<ClientLog> {
  const log: ClientLog = { entries: [], retries: 0, unanswered: [], strange: [] };
  const queue = batches.values();
  const work = async (): Promise<void> => {
    for (const batch of queue) await sendAndFollow(batch, options, log);
  };
  await Promise.all(Array.from({ length: options.sideBySide }, work));
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

/** A service that cannot be reached through this API for now. */
const unavailable = 503;

/** Asks one API after the other until one answers with 200. Gives the reason when none ever does. */
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
