import type { Batch } from '@sluice/contracts';
import { until, type TestService } from '@sluice/testkit';
import { get, Agent, type IncomingMessage } from 'node:http';
import { processorShare } from './processor.js';
import { ms, percentile, type Figure } from './table.js';

const batchCount = 20;
const watchersEach = 100;
const idleMs = 10_000;

/** 2,000 clients that wait, half by `?wait=` and half by events, on twenty running batches. */
export async function measureWaiting(service: TestService): Promise<Figure[]> {
  const { admin, connectionId } = service;
  const batches: Batch[] = [];
  for (let count = 0; count < batchCount; count++) {
    batches.push(await admin.submit(connectionId, 'select pg_sleep(120)'));
  }
  const started = await Promise.all(batches.map((batch) => untilStarted(service, batch.id)));
  const watched = started.map((etag, index) => watch(service, batches[index]!.id, etag));
  await Promise.all(watched.map((each) => each.open));
  const idleShare = await processorShare(service.api.pid, idleMs);
  const times: number[] = [];
  for (const [index, { id }] of batches.entries()) {
    const startedAtMs = performance.now();
    await admin.json('PUT', `/api/batches/${id}/cancel`);
    times.push(...(await watched[index]!.told).map((toldAtMs) => toldAtMs - startedAtMs));
  }
  return [
    {
      what: `${batchCount * watchersEach} clients wait, processor of the API`,
      value: `${(idleShare * 100).toFixed(1)} %`,
      goal: '≤ 5 %',
    },
    {
      what: 'a change reaches its watchers, p50',
      value: ms(percentile(times, 0.5)),
      goal: '≤ 50 ms',
    },
    { what: 'a change reaches its watchers, p99', value: ms(percentile(times, 0.99)) },
  ];
}

async function untilStarted({ admin }: TestService, id: string): Promise<string> {
  return until(`batch ${id} runs`, async () => {
    const response = await admin.request('GET', `/api/batches/${id}`);
    const batch = (await response.json()) as Batch;
    return batch.statements[0]!.status === 'started' ? response.headers.get('etag') : null;
  });
}

const agent = new Agent({ keepAlive: true });

/** Opens the watchers of one batch; `told` has the time at which each received the first change. */
function watch(service: TestService, id: string, etag: string) {
  const headers = { authorization: service.admin.authorization };
  const each = Array.from({ length: watchersEach }, (_, index) =>
    index % 2 === 0
      ? waitOnce(`${service.baseUrl}/api/batches/${id}?wait=50`, {
          ...headers,
          'if-none-match': etag,
        })
      : listenOnce(`${service.baseUrl}/api/batches/${id}/events`, headers),
  );
  return {
    open: Promise.all(each.map((watcher) => watcher.open)),
    told: Promise.all(each.map((watcher) => watcher.told)),
  };
}

interface Watcher {
  open: Promise<void>;
  told: Promise<number>;
}

const send = (url: string, headers: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, resolve).on('error', reject);
  });

/** Answered when the batch has changed; nothing shows earlier that the request has arrived. */
function waitOnce(url: string, headers: Record<string, string>): Watcher {
  const told = send(url, headers).then((response) => {
    response.resume();
    return performance.now();
  });
  return { open: Promise.resolve(), told };
}

/** The first event is the current state, the second the change. */
function listenOnce(url: string, headers: Record<string, string>): Watcher {
  let isOpen: () => void = () => undefined;
  const open = new Promise<void>((resolve) => {
    isOpen = resolve;
  });
  const told = send(url, headers).then(
    (response) =>
      new Promise<number>((resolve) => {
        let events = 0;
        response.on('data', (data: Buffer) => {
          events += data.toString().split('event: batch').length - 1;
          if (events >= 1) isOpen();
          if (events < 2) return;
          resolve(performance.now());
          response.destroy();
        });
      }),
  );
  return { open, told };
}
