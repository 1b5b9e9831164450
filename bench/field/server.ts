import { setTimeout as delay } from 'node:timers/promises';
import { createLeanClient, type LeanClient } from '../client.js';
import { timed } from '../timed.js';
import type { FieldOptions, ServerOptions } from './options.js';
import type { LargeResult, Subject } from './subject.js';

/** The fields of the specification that are used. */
interface Batch {
  id: string;
  status: 'started' | 'finished' | 'error' | 'cancelled';
  statements: { id: string; status: string; rowCount: number | null; error: unknown }[];
}

/** Rows of each page. */
const pageRows = 10_000;

/** A server that implements the API of the specification. */
export function openServer(
  name: string,
  { address, authorization, connectionId }: ServerOptions,
  { texts, effort, with: extensions }: Pick<FieldOptions, 'texts' | 'effort' | 'with'>,
): Subject {
  const client = createLeanClient({ baseUrl: address, admin: { authorization } });
  const submit = (batchText: string): Promise<Batch> =>
    client.json<Batch>('POST', '/api/batches', { connectionId, batchText });
  const poll = (id: string): Promise<Batch> => client.json<Batch>('GET', `/api/batches/${id}`);
  const untilEnded = async (id: string): Promise<Batch> => {
    for (;;) {
      const batch = await poll(id);
      if (batch.status !== 'started') return batch;
      await delay(effort.pollMs);
    }
  };
  const run = async (text: string): Promise<Batch> => {
    const { id } = await submit(text);
    const batch = await untilEnded(id);
    if (batch.status === 'finished') return batch;
    throw new Error(`${name}: a batch ended in ${batch.status}: ${JSON.stringify(batch)}`);
  };
  const start = async (): Promise<string> => {
    const { id } = await submit(texts.long);
    for (;;) {
      const { status, statements } = await poll(id);
      if (status !== 'started') throw new Error(`${name}: the long batch ended in ${status}`);
      if (statements[0]?.status === 'started') return id;
      await delay(effort.pollMs);
    }
  };
  const end = async (id: string): Promise<void> => {
    // Not part of the specification: a server without it lets the batch end by itself.
    await client.send('PUT', `/api/batches/${id}/cancel`);
  };

  return {
    name,
    runShort: async () => {
      await run(texts.short);
    },
    runLarge: async (): Promise<LargeResult> => {
      const [batch, storeMs] = await timed(() => run(texts.large));
      const statement = batch.statements[0];
      const path = `/api/statements/${statement?.id ?? ''}/results`;
      const [bytes, readMs] = await timed(() => client.drain(path));
      const rows = statement?.rowCount ?? null;
      return {
        storeSeconds: storeMs / 1000,
        readSeconds: readMs / 1000,
        megabytes: bytes / 1e6,
        rows,
        pageMs: extensions.has('pages') ? await readPages(client, path, rows ?? 0) : null,
      };
    },
    watch: async (watchers, durationMs) => {
      const id = await start();
      const times: number[] = [];
      const endMs = performance.now() + durationMs;
      const watchOnce = async (): Promise<void> => {
        while (performance.now() < endMs) times.push((await timed(() => poll(id)))[1]);
      };
      await Promise.all(Array.from({ length: watchers }, watchOnce));
      await end(id);
      return times;
    },
    readSchema: async (fresh) => {
      await client.json(
        'GET',
        `/api/connections/${connectionId}/schema${fresh ? '?reload=true' : ''}`,
      );
    },
    cancel: extensions.has('cancel')
      ? async () => {
          const id = await start();
          const [, takenMs] = await timed(async () => {
            await client.json('PUT', `/api/batches/${id}/cancel`);
            return untilEnded(id);
          });
          return takenMs;
        }
      : null,
    close: () => {
      client.close();
      return Promise.resolve();
    },
  };
}

/** Null if the server returns more rows than requested because it does not support pages. */
async function readPages(
  client: LeanClient,
  path: string,
  rowCount: number,
): Promise<number[] | null> {
  const times: number[] = [];
  for (let offset = 0; offset < rowCount; offset += pageRows) {
    const [page, takenMs] = await timed(() =>
      client.json<unknown[]>('GET', `${path}?offset=${offset}&limit=${pageRows}`),
    );
    if (page.length !== Math.min(pageRows, rowCount - offset)) return null;
    times.push(takenMs);
  }
  return times;
}
