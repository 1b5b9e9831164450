import type { Handover, RunOptions } from '@sluice/driver-kit';
import { errorBody } from '@sluice/testkit';
import t from 'tap';
import {
  openBigQuery,
  isCancel,
  isGet,
  isInsert,
  isPage,
  isResults,
  series,
} from './bigquery-world.js';
import { eventually, failure, read } from '@sluice/driver-testkit/contract';
import { rowsOf } from '@sluice/driver-testkit/sessions';

t.setTimeout(120_000);
const { server, connected } = await openBigQuery(t);

await t.test('the job id is handed over before the job is sent', (t) =>
  connected(async (connection) => {
    const handovers: Handover[] = [];
    const onHandover: RunOptions['onHandover'] = (handover) => {
      t.strictSame(server.requests.filter(isInsert), []);
      handovers.push(handover);
      return Promise.resolve();
    };
    server.requests.length = 0;
    await read(connection, 'SELECT 1', { onHandover });
    const [id] = [...server.jobs.keys()].slice(-1);
    t.strictSame(handovers, [
      {
        executionId: `sluice-test:EU.${id ?? ''}`,
        session: { project: 'sluice-test', location: 'EU', sessionId: '' },
      },
    ]);
    t.notOk(JSON.stringify(handovers).includes('PRIVATE KEY'));
  }),
);

await t.test(
  'a job whose response was lost is inserted again with the same id and runs once',
  (t) =>
    connected(async (connection) => {
      for (const fault of [{ do: 'lose' }, { do: 'drop' }] as const) {
        const before = server.jobs.size;
        server.requests.length = 0;
        server.faults.plan(isInsert, fault, 2);
        const { summary } = await read(connection, 'DELETE FROM t');
        t.equal(summary.affectedRows, 4);
        t.equal(server.jobs.size, before + 1);
        const ids = server.requests.filter(isInsert).map(({ body }) => JSON.stringify(body));
        t.equal(ids.length, 3);
        t.equal(new Set(ids).size, 1, 'the requests are identical');
      }
    }),
);

await t.test('requests to a busy service are retried', (t) =>
  connected(async (connection) => {
    const answers = [
      [503, 'backendError'],
      [429, 'rateLimitExceeded'],
      [403, 'rateLimitExceeded'],
      [500, 'internalError'],
    ] as const;
    for (const [status, reason] of answers) {
      const before = server.jobs.size;
      const body = errorBody(status, reason, 'Try again');
      for (const each of [isInsert, isResults, isPage]) {
        server.faults.plan(each, { do: 'answer', status, body });
      }
      server.faults.plan(isGet, { do: 'answer', status, body });
      t.equal((await rowsOf(connection, series(10))).length, 10);
      t.equal(server.jobs.size, before + 1);
    }
  }),
);

await t.test('a failed job ends its statement at once, although its error says to try again', (t) =>
  connected(async (connection) => {
    for (const [reason, kind] of [
      ['rateLimitExceeded', 'limit'],
      ['jobRateLimitExceeded', 'limit'],
      ['backendError', 'internal'],
      ['internalError', 'internal'],
    ] as const) {
      server.requests.length = 0;
      const error = await failure(read(connection, `UPDATE ${reason} SET n = 1 WHERE TRUE`));
      t.match(error, { kind, outcome: 'failed', title: /too many table update operations/ });
      t.equal(server.requests.filter(isResults).length, 1, reason);
      t.equal(server.requests.filter(isGet).length, 1, reason);
    }
  }),
);

await t.test('a job that exists is looked for until it is found', (t) =>
  connected(async (connection) => {
    const missing = {
      do: 'answer',
      status: 404,
      body: errorBody(404, 'notFound', 'Not found: Job'),
    } as const;
    server.faults.plan(isInsert, { do: 'lose' });
    server.faults.plan(isGet, missing, 3);
    server.faults.plan(isResults, missing, 2);
    const { summary } = await read(connection, 'DELETE FROM t');
    t.equal(summary.affectedRows, 4);
    t.equal(server.requests.filter(isInsert).length, 2, 'the second insert was answered with 409');
  }),
);

await t.test('an expired token is renewed once', (t) =>
  connected(async (connection) => {
    server.requests.length = 0;
    server.revokeTokens();
    t.equal((await rowsOf(connection, series(3))).length, 3);
    t.equal(server.requests.filter(({ path }) => path === 'token').length, 1);
  }),
);

await t.test('a cancel is retried until it reaches the job and waits for its end', (t) =>
  connected(async (connection) => {
    const abort = new AbortController();
    const failed = failure(read(connection, 'SELECT slow()', { signal: abort.signal }));
    await eventually('the job is running', () => server.running() === 1);
    server.faults.plan(isCancel, { do: 'drop' });
    abort.abort();
    t.match(await failed, {
      kind: 'cancelled',
      outcome: 'failed',
      title: 'The statement was cancelled',
    });
    t.equal(server.requests.filter(isCancel).length, 2, 'the first cancel request was lost');
    t.equal(server.running(), 0);
  }),
);

await t.test('a job that finishes before its cancel arrives has finished', (t) =>
  connected(async (connection) => {
    const abort = new AbortController();
    const failed = failure(read(connection, 'SELECT deaf', { signal: abort.signal }));
    await eventually('the job is running', () => server.running() === 1);
    abort.abort();
    await eventually('the cancel request was sent', () => server.requests.some(isCancel));
    server.release();
    const error = await failed.catch(() => null);
    t.match(error ?? { kind: 'cancelled' }, { kind: 'cancelled' });
    t.equal((await rowsOf(connection, 'SELECT 1')).length, 1);
  }),
);
