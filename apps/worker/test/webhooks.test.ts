import type { ServerResponse } from 'node:http';
import { webhookEvents } from '@sluice/contracts';
import {
  attackedQueues,
  freePort,
  freeWorkerMetricsPort,
  queueBackends,
  startService,
  until,
  type ServiceOptions,
  type TestService,
} from '@sluice/testkit';
import t, { type Test } from 'tap';
import { startWebhookReceiver, type ReceivedWebhook } from './webhook-receiver.js';

const secret = 'a secret that receivers know as well';

const settingOf = (event: string): string => `SERVICE_WEBHOOK_${event.toUpperCase()}_URL`;

const end = (response: ServerResponse, status: number): void => {
  response.writeHead(status).end();
};

/** A service and a receiver of all events, unless `settings` differ. */
async function startBoth(
  t: Test,
  options: Omit<ServiceOptions, 'settings'>,
  settingsFor: (url: string) => Record<string, string> = () => ({}),
) {
  const receiver = await startWebhookReceiver(secret);
  t.teardown(() => receiver.close());
  const service = await startService({
    ...options,
    settings: {
      SERVICE_WEBHOOK_ENABLED: 'true',
      SERVICE_WEBHOOK_SECRET: secret,
      SERVICE_WEBHOOK_RETRY_MS: '20',
      SERVICE_SWEEP_INTERVAL_MS: '300',
      ...Object.fromEntries(
        webhookEvents.map((event) => [settingOf(event), `${receiver.url}/all`]),
      ),
      ...settingsFor(receiver.url),
    },
  });
  t.teardown(() => service.stop());
  return { receiver, service };
}

const waiting = async ({ database }: TestService): Promise<number> =>
  (await database.query('select id from webhook_events')).length;

const nothingWaits = (service: TestService) =>
  until('no event waits', async () => (await waiting(service)) === 0);

const describe = ({ body }: ReceivedWebhook): string =>
  'statement' in body ? `${body.action} ${body.statement.sequence}` : body.action;

// The tests mostly wait, so both may run at the same time.
t.jobs = 2;

for (const queue of queueBackends) {
  t.test(`webhooks with the queue on ${queue}`, { buffered: true }, async (t) => {
    const isKilled = attackedQueues('redis').includes(queue);
    // Two workers deliver each event once, too. Only workers that are killed need processes.
    const workers = isKilled ? 2 : 1;
    const { receiver, service } = await startBoth(
      t,
      { queue, workers, workersInProcess: !isKilled },
      () => ({
        SERVICE_WEBHOOK_INCLUDE_RESULTS: 'true',
        SERVICE_WEBHOOK_RESULT_MAX_ROWS: '2',
        SERVICE_WEBHOOK_TIMEOUT_SECONDS: '5',
        PUBLIC_URL: 'https://sql.example.com/',
      }),
    );
    const { admin, connectionId } = service;
    await nothingWaits(service);

    t.test('each event arrives after its receiver has failed twice', async (t) => {
      const tries = new Map<string, number>();
      const taken: ReceivedWebhook[] = [];
      receiver.answer = (webhook, response) => {
        const count = (tries.get(webhook.id) ?? 0) + 1;
        tries.set(webhook.id, count);
        // More than three requests arrive if an answer was too slow for its sender.
        if (count === 3) taken.push(webhook);
        end(response, count === 1 ? 503 : count === 2 ? 404 : 200);
      };
      const text = `select g from generate_series(1, 3) g; select 1 as one; create table made (id int);
        select wrong; select 5`;
      const batch = await admin.run(connectionId, text);
      const created = await admin.json<{ id: string }>('POST', '/api/users', {
        email: 'new@example.com',
        role: 'editor',
        name: 'New',
      });
      const query = await admin.json<{ id: string }>('POST', '/api/queries', { name: 'Saved' });
      await nothingWaits(service);
      t.equal(taken.length, 14);
      t.equal(tries.size, 14, 'no other events');
      const ofBatch = taken.filter(({ body }) => !/^(user|query)_/.test(body.action));
      t.same(ofBatch.map(describe), [
        'batch_created',
        ...[1, 2, 3, 4, 5].map((sequence) => `statement_created ${sequence}`),
        ...[1, 2, 3, 4, 5].map((sequence) => `statement_finished ${sequence}`),
        'batch_finished',
      ]);
      const user = { email: 'admin@example.com', role: 'admin' };
      const connection = { id: connectionId, name: 'Target', driver: 'postgres' };
      const common = { publicUrl: 'https://sql.example.com', user, connection };
      const bodies = ofBatch.map(({ body }) => body);
      t.match(bodies[0], {
        ...common,
        batch: { id: batch.id, status: 'started', stopTime: null, batchText: text },
      });
      t.match(bodies[1], {
        ...common,
        batch: { id: batch.id },
        statement: { status: 'queued', startTime: null, rowCount: null, columns: null },
      });
      t.match(bodies[6], {
        statement: { id: batch.statements[0]!.id, status: 'finished', rowCount: 3 },
        results: { rows: [[1], [2]], complete: false },
      });
      t.match(bodies[7], { results: { rows: [[1]], complete: true } });
      t.match(bodies[8], { statement: { command: 'CREATE' }, results: null });
      t.match(bodies[9], {
        statement: { status: 'error', error: { outcome: 'failed', sqlState: '42703' } },
      });
      t.match(bodies[10], { statement: { status: 'cancelled' } });
      t.match(bodies[11], {
        batch: { status: 'error', stopTime: batch.stopTime, durationMs: batch.durationMs },
        statements: [{ rowCount: 3 }, {}, {}, { status: 'error' }, { status: 'cancelled' }],
      });
      t.match(taken.find(({ body }) => body.action === 'user_created')?.body, {
        user: { id: created.id, email: 'new@example.com', name: 'New', role: 'editor' },
      });
      t.match(taken.find(({ body }) => body.action === 'query_created')?.body, {
        user,
        connection: null,
        query: { id: query.id, name: 'Saved', tags: [] },
      });
      t.same(receiver.problems, []);
    });

    if (!isKilled) return;
    t.test('a worker killed while it sends causes a repetition and no loss', async (t) => {
      const from = receiver.received.length;
      const held: ServerResponse[] = [];
      receiver.answer = (webhook, response) => {
        if (describe(webhook) === 'batch_finished') held.push(response);
        else end(response, 200);
      };
      await admin.run(connectionId, 'select 1');
      await until('the last one is being sent', () => held.length === 1);
      receiver.answer = (_webhook, response) => {
        end(response, 200);
      };
      for (const worker of service.workers) worker.kill('SIGKILL');
      await Promise.all(service.workers.map((worker) => worker.ended));
      t.equal(await waiting(service), 1, 'it is not lost');
      await service.startWorkerInProcess();
      await nothingWaits(service);
      const seen = receiver.received.slice(from);
      t.same(seen.map(describe), [
        'batch_created',
        'statement_created 1',
        'statement_finished 1',
        'batch_finished',
        'batch_finished',
      ]);
      t.equal(seen[4]?.id, seen[3]?.id);
      t.same(seen[4]?.body, seen[3]?.body, 'it is sent again unchanged');
      t.same(receiver.problems, []);
    });
  });
}

t.test('failing receivers', { buffered: true }, async (t) => {
  const refusing = await freePort();
  const inProcess = { queue: 'postgres', processes: true, workersInProcess: true } as const;
  const { receiver, service } = await startBoth(t, inProcess, (url) => ({
    [settingOf('batch_created')]: `http://127.0.0.1:${refusing}/hook?key=hidden-in-query`,
    [settingOf('statement_created')]: `${url.replace('://', '://someone:hidden-in-user@')}/never`,
    [settingOf('statement_finished')]: `${url}/drip/hidden-in-path`,
    [settingOf('batch_finished')]: `${url}/moved`,
    SERVICE_WEBHOOK_TIMEOUT_SECONDS: '1',
  }));
  receiver.answer = ({ path }, response) => {
    if (path === '/drip/hidden-in-path') drip(response);
    else if (path === '/moved') {
      response.writeHead(301, { location: `${receiver.url}/elsewhere` }).end();
    } else if (path === '/never') return;
    else end(response, path === '/broken' ? 500 : 200);
  };
  const { admin, connectionId, database } = service;
  const received = (path: string) => receiver.received.filter((each) => each.path === path);

  t.test('delay no other receiver', async (t) => {
    const runs = Array.from({ length: 20 }, () => admin.run(connectionId, 'select 1'));
    const batches = await Promise.all(runs);
    t.ok(batches.every(({ status }) => status === 'finished'));
    t.equal(await waiting(service), 80, 'before any was delivered');
    const { url } = receiver;
    await admin.json('POST', '/api/users', { email: 'live@example.com', role: 'editor' });
    await until('the healthy receiver has all its events', () =>
      received('/all').some(
        ({ body }) => body.action === 'user_created' && body.user.email === 'live@example.com',
      ),
    );
    const test = { id: connectionId, driver: 'postgres' };
    t.equal((await admin.request('POST', '/api/test-connection', test)).status, 200, url);
  });

  t.test('are detected and get one event at a time', async (t) => {
    const failures = await until('all four are detected', async () => {
      const rows = await database.query<{ failures: number }>(
        'select failures from webhook_receivers where failures > 5',
      );
      return rows.length === 4 ? rows : null;
    });
    t.equal(failures.length, 4);
    for (const path of ['/never', '/drip/hidden-in-path', '/moved']) {
      // Four, and four more that were aborted and not yet seen to be closed.
      t.ok(receiver.mostOpen(path) <= 8, `${path}: ${receiver.mostOpen(path)} concurrent requests`);
    }
    t.same(received('/elsewhere'), [], 'no redirect is followed');
    const [seen] = received('/never');
    const basic = `Basic ${Buffer.from('someone:hidden-in-user').toString('base64')}`;
    t.equal(seen?.headers.authorization, basic);
    t.same(receiver.problems, []);
  });

  t.test('get all waiting events once they recover', async (t) => {
    receiver.answer = (_webhook, response) => {
      end(response, 200);
    };
    // Nothing ever answers at its port.
    await database.query(`delete from webhook_events where event = 'batch_created'`);
    await nothingWaits(service);
    for (const path of ['/never', '/drip/hidden-in-path', '/moved']) {
      t.equal(new Set(received(path).map(({ id }) => id)).size, 20, path);
    }
  });

  t.test('leave nothing of their addresses in the log', async (t) => {
    const log = service.workerOutput();
    t.match(log, /webhook receiver keeps failing/);
    t.match(log, `http://127.0.0.1:${refusing}`);
    t.notMatch(log, /hidden-in/);
    t.notMatch(log, secret);
    t.notMatch(service.api.output(), /hidden-in/);
  });
});

t.test('a receiver that always fails', { buffered: true }, async (t) => {
  const port = await freeWorkerMetricsPort();
  const inProcess = { queue: 'postgres', workersInProcess: true } as const;
  const { receiver, service } = await startBoth(t, inProcess, () => ({
    SERVICE_WEBHOOK_MAX_BACKLOG: '10',
    SERVICE_WORKER_METRICS_PORT: String(port),
  }));
  receiver.answer = (_webhook, response) => {
    end(response, 500);
  };
  const { admin, connectionId } = service;
  const url = /"url":"([^"]+metrics)"/.exec(service.workerOutput())?.[1] ?? '';
  for (let count = 0; count < 5; count++) await admin.run(connectionId, 'select 1');
  await until('the oldest events were dropped', async () => (await waiting(service)) <= 10);
  await until('the log reports it', () =>
    /"reason":"backlog"[^\n]*webhooks dropped/.test(service.workerOutput()),
  );
  const metrics = await (await fetch(url)).text();
  t.match(metrics, /sluice_webhook_events_dropped_total\{[^}]*reason="backlog"[^}]*\} [1-9]/);
  t.match(metrics, /sluice_webhook_deliveries_total\{[^}]*outcome="failed"[^}]*\} [1-9]/);
  const gauge = await (await admin.request('GET', '/metrics')).text();
  t.match(gauge, /sluice_webhook_events_waiting 10\n/);
});

/** Sends a header byte now and then, endlessly, so that there is no answer yet. */
function drip(response: ServerResponse): void {
  const { socket } = response;
  socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
  const timer = setInterval(() => socket?.write('.'), 50);
  socket?.on('close', () => {
    clearInterval(timer);
  });
  socket?.on('error', () => undefined);
}
