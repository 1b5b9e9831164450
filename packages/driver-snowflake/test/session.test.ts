import { type Handover } from '@sluice/driver-kit';
import { snowflakeDriver as snowflake } from '@sluice/driver-snowflake';
import { snowflakeRows, startSnowflakeServer, textColumn } from '@sluice/testkit';
import t from 'tap';
import {
  eventually,
  failure,
  read,
  runOptions,
  sessionOptions,
} from '@sluice/driver-testkit/contract';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const driver = snowflake;
const server = await startSnowflakeServer({ holdMs: 200 });
t.teardown(() => server.stop());
const { connect, connected } = sessionsOf(driver, server.config);

const slow = 'call system$wait(60)';
const submissions = (sql: string) =>
  server
    .requestsTo('/queries/v1/query-request')
    .filter(({ body }) => String(body['sqlText']).startsWith(sql));
const tokenOf = (sql: string): unknown => submissions(sql).at(-1)?.headers.authorization;

await t.test('a session is set up so that its statements outlive their client', (t) =>
  connected(
    async () => {
      const body = server.requestsTo('/session/v1/login-request').at(-1)?.body ?? {};
      t.match(body['data'], {
        SESSION_PARAMETERS: {
          ABORT_DETACHED_QUERY: false,
          MULTI_STATEMENT_COUNT: 1,
          QUERY_TAG: 'sluice-test',
          STATEMENT_TIMEOUT_IN_SECONDS: 8,
        },
      });
      const text = JSON.stringify(body);
      t.notOk(text.includes('TIMEZONE'), "the time zone is the user's");
      t.notOk(text.includes(process.cwd()), 'nothing is told of this machine');
      t.equal(server.requestsTo('/telemetry').length, 0);
    },
    {},
    { statementTimeoutMs: 7_500 },
  ),
);

await t.test('the statements to run first run in every new session', async (t) => {
  await connected(
    async (connection) => {
      t.equal((await read(connection, 'select * from kept')).rows.length, 1);
    },
    { preQueryStatements: 'create temporary table kept (n int); insert into kept values (1);' },
  );
  const error = await failure(connect({ preQueryStatements: 'select nothere from basics' }));
  t.match(error, { kind: 'connection', outcome: 'not_run' });
  await eventually('no session is left', () => server.sessions() === 0);
});

await t.test('closing ends the session on the server, letting go does not', async (t) => {
  const closed = await connect();
  t.equal(server.sessions(), 1);
  await closed.close();
  t.equal(server.sessions(), 0);
  const left = await connect();
  await left.detach?.();
  t.ok(left.closed);
  await left.close();
  t.equal(server.sessions(), 1);
});

await t.test('a statement is submitted once, whatever happens to its answer', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temporary table kept (n int)');
    const before = submissions('insert').length;
    server.fail('/queries/v1/query-request', 'after', { status: 503 }, 'middle', { status: 429 });
    await read(connection, 'insert into kept values (1)');
    const sent = submissions('insert').slice(before);
    t.equal(sent.length, 5);
    t.equal(new Set(sent.map(({ query }) => query['requestId'])).size, 1, 'it is known by its id');
    t.equal(sent[4]?.query['retryCount'], '4');
    t.equal((await read(connection, 'select * from kept')).rows.length, 1);
  }),
);

await t.test('waiting goes on through errors of the network and of gateways', (t) =>
  connected(async (connection) => {
    const reading = read(connection, slow);
    await eventually('it runs', () => server.running() === 1);
    server.fail('/queries/', 'before', { status: 502 }, 'middle', { status: 504 });
    await eventually('they were seen', () => {
      const asked = server.requestsTo('/queries/').filter(({ path }) => path.endsWith('/result'));
      return asked.filter(({ query }) => query['retryCount'] !== undefined).length >= 4;
    });
    server.release();
    t.strictSame((await reading).rows, [['waited 60 seconds']]);
    t.equal(submissions(slow).length, 1);
  }),
);

await t.test('a token that expires is renewed, also while a statement runs', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temporary table kept (n int)');
    const before = tokenOf('create');
    server.expireTokens();
    await read(connection, 'insert into kept values (1)');
    t.not(tokenOf('insert'), before);
    const reading = read(connection, slow);
    await eventually('it runs', () => server.running() === 1);
    server.expireTokens();
    const renewals = server.requestsTo('/session/token-request').length;
    await eventually('it is renewed', () => {
      return server.requestsTo('/session/token-request').length > renewals;
    });
    server.release();
    t.equal((await reading).rows.length, 1);
    t.equal((await read(connection, 'select * from kept')).rows.length, 1, 'the same session');
  }),
);

await t.test('renewed tokens are handed over while the statement runs', async (t) => {
  const connection = await connect();
  const handovers: Handover[] = [];
  let refused = 0;
  const onHandover = (handover: Handover): Promise<void> => {
    // The second is the first with renewed tokens.
    if (handovers.length === 1 && refused++ === 0) return Promise.reject(new Error('not now'));
    handovers.push(JSON.parse(JSON.stringify(handover)) as Handover);
    return Promise.resolve();
  };
  const reading = failure(read(connection, slow, { onHandover }));
  await eventually('it is handed over', () => handovers.length === 1);
  server.expireTokens();
  await eventually('it is handed over again', () => handovers.length === 2);
  t.equal(refused, 2, 'tried again after a failure');
  t.equal(handovers[1]?.executionId, handovers[0]?.executionId);
  await connection.detach?.();
  await reading;
  server.expireTokens();
  const adopted: Handover[] = [];
  const next = await driver.resume?.(server.config, handovers[1]?.session ?? {}, sessionOptions());
  const adopting = next?.adopt?.(handovers[1]?.executionId ?? '', {
    ...runOptions(),
    onHandover: (handover) => {
      adopted.push(handover);
      return Promise.resolve();
    },
  });
  await eventually('whoever goes on does so, too', () => adopted.length === 1);
  server.release();
  let rows = 0;
  for await (const { rowCount } of (await adopting)?.chunks ?? []) rows += rowCount;
  t.equal(rows, 1);
  await next?.close();
});

await t.test('a session that has ended runs nothing, and says so', async (t) => {
  const connection = await connect();
  server.expireTokens(true);
  const error = await failure(read(connection, 'select 1'));
  t.match(error, { kind: 'connection', outcome: 'not_run' });
  t.ok(connection.closed);
  t.equal(await connection.reset(), false);
  await connection.close();
});

await t.test(
  'that the session has ended says nothing of what may have arrived before',
  async (t) => {
    const connection = await connect();
    const gone = {
      success: false,
      code: '390111',
      message: 'Session no longer exists.',
      data: null,
    };
    server.fail('/queries/v1/query-request', 'after', { body: JSON.stringify(gone) });
    const error = await failure(read(connection, 'select 1'));
    t.match(error, { kind: 'connection', outcome: 'unknown' });
    await connection.close();
  },
);

await t.test('a session that ends under a statement leaves its outcome unknown', async (t) => {
  const connection = await connect();
  const failed = failure(read(connection, slow));
  await eventually('it runs', () => server.running() === 1);
  server.expireTokens(true);
  t.match(await failed, { kind: 'connection', outcome: 'unknown' });
  t.ok(connection.closed);
  server.release();
  await connection.close();
});

await t.test('only a session that has read and nothing else is used again', (t) =>
  connected(async (connection) => {
    await read(connection, 'select 1');
    t.equal(await connection.reset(), true);
    await read(connection, 'use role other');
    t.equal(await connection.reset(), false);
  }),
);

await t.test(
  'a session is taken over without a sign-in, also when its token has expired',
  async (t) => {
    const connection = await connect();
    await read(connection, 'create temporary table kept (n int)');
    const handovers: Handover[] = [];
    const onHandover = (handover: Handover): Promise<void> => {
      handovers.push(handover);
      return Promise.resolve();
    };
    const again = failure(read(connection, slow, { onHandover }));
    await eventually('it runs', () => server.running() === 1);
    await connection.detach?.();
    await again;
    const { executionId, session } = JSON.parse(JSON.stringify(handovers.at(-1))) as Handover;
    const signIns = server.requestsTo('/session/v1/login-request').length;
    server.expireTokens();
    const next = await driver.resume?.(server.config, session, sessionOptions());
    t.equal(server.requestsTo('/session/v1/login-request').length, signIns);
    const adopting = next?.adopt?.(executionId, runOptions());
    server.release();
    const run = await adopting;
    let rows = 0;
    for await (const { rowCount } of run?.chunks ?? []) rows += rowCount;
    t.equal(rows, 1);
    await next?.close();
    const elsewhere = await startSnowflakeServer();
    t.teardown(() => elsewhere.stop());
    const stolen = driver.resume?.(elsewhere.config, session, sessionOptions());
    t.match(await failure(stolen ?? Promise.resolve()), { kind: 'connection', outcome: 'not_run' });
    t.equal(elsewhere.requests.length, 0, 'tokens go to their own server only');
    const ended = driver.resume?.(server.config, session, sessionOptions());
    t.match(await failure(ended ?? Promise.resolve()), { kind: 'connection', outcome: 'not_run' });
  },
);

await t.test(
  'a statement that does not hear its cancel is given up after ten seconds',
  async (t) => {
    server.script(/^deaf$/, {
      kind: 'slow',
      deaf: true,
      then: snowflakeRows([textColumn('T')], ['1']),
    });
    const connection = await connect();
    const abort = new AbortController();
    const failed = failure(read(connection, 'deaf', { signal: abort.signal }));
    await eventually('it runs', () => server.running() === 1);
    abort.abort();
    t.match(await failed, { kind: 'cancelled', outcome: 'unknown' });
    t.ok(connection.closed);
    const cancels = server
      .requestsTo('/queries/')
      .filter(({ path }) => path.endsWith('/abort-request'));
    t.ok(cancels.length >= 2);
    server.release();
    await connection.close();
  },
);

await t.test('ending an orphan ends its session, and with it its transaction', async (t) => {
  const before = server.sessions();
  const connection = await connect();
  const handovers: Handover[] = [];
  const failed = failure(
    read(connection, slow, {
      onHandover: async (handover) => {
        handovers.push(handover);
      },
    }),
  );
  await eventually('it runs', () => server.running() === 1);
  await connection.detach?.();
  await failed;
  const id = handovers[0]?.executionId ?? '';
  t.equal(await driver.cancelOrphan(server.config, id, sessionOptions()), 'stopped');
  t.equal(server.running(), 0);
  t.equal(server.sessions(), before);
});
