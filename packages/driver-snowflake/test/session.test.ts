import { type Handover } from '@sluice/driver-kit';
import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
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

const server = await startSnowflakeServer({ holdMs: 200 });
t.teardown(() => server.stop());
const { connect, connected } = sessionsOf(driver, server.config);

const slow = 'call system$wait(60)';
const submissions = (sql: string) =>
  server
    .requestsTo('/queries/v1/query-request')
    .filter(({ body }) => String(body['sqlText']).startsWith(sql));
const tokenOf = (sql: string): unknown => submissions(sql).at(-1)?.headers.authorization;

await t.test('session parameters keep statements running without their client', (t) =>
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
      t.notOk(text.includes('TIMEZONE'), 'the time zone of the user is kept');
      t.notOk(text.includes(process.cwd()), 'nothing about this machine is sent');
      t.equal(server.requestsTo('/telemetry').length, 0);
    },
    {},
    { statementTimeoutMs: 7_500 },
  ),
);

await t.test('pre-query statements run in every new session', async (t) => {
  await connected(
    async (connection) => {
      t.equal((await read(connection, 'select * from kept')).rows.length, 1);
    },
    { preQueryStatements: 'create temporary table kept (n int); insert into kept values (1);' },
  );
  const error = await failure(connect({ preQueryStatements: 'select nothere from basics' }));
  t.match(error, { kind: 'connection', outcome: 'not_run' });
  await eventually('all sessions are closed', () => server.sessions() === 0);
});

await t.test('close ends the session on the server and detach does not', async (t) => {
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

await t.test('a statement is submitted once even if responses are lost', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temporary table kept (n int)');
    const before = submissions('insert').length;
    server.fail('/queries/v1/query-request', 'after', { status: 503 }, 'middle', { status: 429 });
    await read(connection, 'insert into kept values (1)');
    const sent = submissions('insert').slice(before);
    t.equal(sent.length, 5);
    t.equal(
      new Set(sent.map(({ query }) => query['requestId'])).size,
      1,
      'retries have the same request id',
    );
    t.equal(sent[4]?.query['retryCount'], '4');
    t.equal((await read(connection, 'select * from kept')).rows.length, 1);
  }),
);

await t.test('polling continues after errors of the network and of gateways', (t) =>
  connected(async (connection) => {
    const reading = read(connection, slow);
    await eventually('the statement is running', () => server.running() === 1);
    server.fail('/queries/', 'before', { status: 502 }, 'middle', { status: 504 });
    await eventually('the errors were retried', () => {
      const asked = server.requestsTo('/queries/').filter(({ path }) => path.endsWith('/result'));
      return asked.filter(({ query }) => query['retryCount'] !== undefined).length >= 4;
    });
    server.release();
    t.strictSame((await reading).rows, [['waited 60 seconds']]);
    t.equal(submissions(slow).length, 1);
  }),
);

await t.test('an expired token is renewed, also while a statement runs', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temporary table kept (n int)');
    const before = tokenOf('create');
    server.expireTokens();
    await read(connection, 'insert into kept values (1)');
    t.not(tokenOf('insert'), before);
    const reading = read(connection, slow);
    await eventually('the statement is running', () => server.running() === 1);
    server.expireTokens();
    const renewals = server.requestsTo('/session/token-request').length;
    await eventually('the token is renewed', () => {
      return server.requestsTo('/session/token-request').length > renewals;
    });
    server.release();
    t.equal((await reading).rows.length, 1);
    t.equal(
      (await read(connection, 'select * from kept')).rows.length,
      1,
      'the session is the same',
    );
  }),
);

await t.test('renewed tokens are handed over while the statement runs', async (t) => {
  const connection = await connect();
  const handovers: Handover[] = [];
  let refused = 0;
  const onHandover = (handover: Handover): Promise<void> => {
    // The second handover repeats the first with renewed tokens.
    if (handovers.length === 1 && refused++ === 0) return Promise.reject(new Error('not now'));
    handovers.push(JSON.parse(JSON.stringify(handover)) as Handover);
    return Promise.resolve();
  };
  const reading = failure(read(connection, slow, { onHandover }));
  await eventually('the statement is handed over', () => handovers.length === 1);
  server.expireTokens();
  await eventually('the statement is handed over again', () => handovers.length === 2);
  t.equal(refused, 2, 'the handover is retried after a failure');
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
  await eventually(
    'the adopting session hands over renewed tokens too',
    () => adopted.length === 1,
  );
  server.release();
  let rows = 0;
  for await (const { rowCount } of (await adopting)?.chunks ?? []) rows += rowCount;
  t.equal(rows, 1);
  await next?.close();
});

await t.test('an ended session runs nothing and reports a connection error', async (t) => {
  const connection = await connect();
  server.expireTokens(true);
  const error = await failure(read(connection, 'select 1'));
  t.match(error, { kind: 'connection', outcome: 'not_run' });
  t.ok(connection.closed);
  t.equal(await connection.reset(), false);
  await connection.close();
});

await t.test(
  'the outcome is unknown if the session ended after the statement was sent',
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

await t.test('a session that ends during a statement leaves the outcome unknown', async (t) => {
  const connection = await connect();
  const failed = failure(read(connection, slow));
  await eventually('the statement is running', () => server.running() === 1);
  server.expireTokens(true);
  t.match(await failed, { kind: 'connection', outcome: 'unknown' });
  t.ok(connection.closed);
  server.release();
  await connection.close();
});

await t.test('only a session that has only read is reused', (t) =>
  connected(async (connection) => {
    await read(connection, 'select 1');
    t.equal(await connection.reset(), true);
    await read(connection, 'use role other');
    t.equal(await connection.reset(), false);
  }),
);

await t.test('a session is resumed without a sign-in, also with an expired token', async (t) => {
  const connection = await connect();
  await read(connection, 'create temporary table kept (n int)');
  const handovers: Handover[] = [];
  const onHandover = (handover: Handover): Promise<void> => {
    handovers.push(handover);
    return Promise.resolve();
  };
  const again = failure(read(connection, slow, { onHandover }));
  await eventually('the statement is running', () => server.running() === 1);
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
  const otherServer = await startSnowflakeServer();
  t.teardown(() => otherServer.stop());
  const stolen = driver.resume?.(otherServer.config, session, sessionOptions());
  t.match(await failure(stolen ?? Promise.resolve()), { kind: 'connection', outcome: 'not_run' });
  t.equal(otherServer.requests.length, 0, 'tokens are sent only to their own server');
  const ended = driver.resume?.(server.config, session, sessionOptions());
  t.match(await failure(ended ?? Promise.resolve()), { kind: 'connection', outcome: 'not_run' });
});

await t.test('a statement that ignores its cancel is abandoned after ten seconds', async (t) => {
  server.script(/^deaf$/, {
    kind: 'slow',
    deaf: true,
    then: snowflakeRows([textColumn('T')], ['1']),
  });
  const connection = await connect();
  const abort = new AbortController();
  const failed = failure(read(connection, 'deaf', { signal: abort.signal }));
  await eventually('the statement is running', () => server.running() === 1);
  abort.abort();
  t.match(await failed, { kind: 'cancelled', outcome: 'unknown' });
  t.ok(connection.closed);
  const cancels = server
    .requestsTo('/queries/')
    .filter(({ path }) => path.endsWith('/abort-request'));
  t.ok(cancels.length >= 2);
  server.release();
  await connection.close();
});

await t.test('cancelOrphan ends the session and its transaction', async (t) => {
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
  await eventually('the statement is running', () => server.running() === 1);
  await connection.detach?.();
  await failed;
  const id = handovers[0]?.executionId ?? '';
  t.equal(await driver.cancelOrphan(server.config, id, sessionOptions()), 'stopped');
  t.equal(server.running(), 0);
  t.equal(server.sessions(), before);
});
