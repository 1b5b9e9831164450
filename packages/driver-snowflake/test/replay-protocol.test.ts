// These tests hold the everyday answers of the service, replay.test.ts holds the unusual ones.
import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { hasFields, withReplay, type ReplayAnswer, type ReplayEntry } from '@sluice/testkit';
import t from 'tap';
import { eventually, failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import {
  close,
  column,
  configFor,
  integer,
  poll,
  QUERY_ID,
  refused,
  result,
  running,
  SIGN_IN,
  signIn,
  submit,
  SUBMIT,
  success,
  withSession,
} from './replay-answers.js';

const one = result([integer('N')], [['1']]);

await t.test('a session signs in, asks for rows as JSON and is closed', async (t) => {
  // N test/unit/mock/mock_http_client.js; P redirect/http_307_retry.json: the code of a closed session is a number
  const closed = { ...close, optional: false, answers: [{ json: success(null, null, 'done') }] };
  const numeric = { bytes: '{"code":200,"message":"done","success":true}' };
  for (const end of [closed, { ...closed, answers: [numeric] }]) {
    await withReplay([signIn, submit(one), end], async ({ url, requests }) => {
      const connection = await driver.connect(configFor(url), sessionOptions());
      await read(connection, 'select 1');
      await connection.close();
      const [login, query] = requests;
      t.equal(login?.path, SIGN_IN);
      t.match(login?.json, {
        data: {
          ACCOUNT_NAME: 'myorg-myaccount',
          LOGIN_NAME: 'reader',
          PASSWORD: 'pass word',
          SESSION_PARAMETERS: { STRICT_JSON_OUTPUT: true, ABORT_DETACHED_QUERY: false },
        },
      });
      t.match(query?.headers, {
        accept: 'application/snowflake',
        authorization: 'Snowflake Token="session token"',
      });
      t.match(query?.json, { sqlText: 'select 1', asyncExec: true });
    });
  }
});

// N test/unit/connection/result/result_test_*.js, P test/unit/test_converter.py, D SFDataConverter.cs, and
// sf_core/src/chunks/json_parser.rs of U; see the letters in replay-answers.ts
const values: [type: string, more: object, cells: [sent: unknown, stored: unknown][]][] = [
  [
    'fixed',
    { precision: 38, scale: 0 },
    [
      ['123456', 123_456],
      [7, 7],
      [null, null],
    ],
  ],
  ['fixed', { precision: 12, scale: 4 }, [['12345678.1234', '12345678.1234']]],
  [
    'real',
    {},
    [
      ['1.23456789012346e+37', 1.23456789012346e37],
      ['NaN', 'NaN'],
      ['-inf', '-Infinity'],
    ],
  ],
  ['decfloat', { precision: 38 }, [['1.5e-10', '1.5e-10']]],
  [
    'text',
    { length: 16_777_216 },
    [
      ['', ''],
      ['null', 'null'],
    ],
  ],
  [
    'boolean',
    {},
    [
      ['1', true],
      ['0', false],
      ['TRUE', true],
      ['FALSE', false],
    ],
  ],
  ['date', {}, [['16821', '2016-01-21']]],
  ['time', { scale: 9 }, [['45296.789789789', '12:34:56.789789789']]],
  ['timestamp_ntz', { scale: 9 }, [['-2208943503.876543211', '1900-01-01T12:34:56.123456789']]],
  ['timestamp_ltz', { scale: 9 }, [['1365148923.123456789', '2013-04-05T08:02:03.123456789Z']]],
  [
    'timestamp_tz',
    { scale: 9 },
    [
      ['1365148923.123456789 2280', '2013-04-05T22:02:03.123456789+14:00'],
      ['0.000000000 1', '1969-12-31T00:01:00-23:59'],
    ],
  ],
  ['binary', { length: 8_388_608 }, [['0123ABCD', '\\x0123abcd']]],
  [
    'variant',
    {},
    [
      ['{"a":1}', { a: 1 }],
      ['undefined', 'undefined'],
    ],
  ],
  ['array', {}, [['[1,null]', [1, null]]]],
  ['vector', {}, [['[1.000000,-2.000000]', [1, -2]]]],
  ['object', { extTypeName: 'GEOGRAPHY' }, [['{"type":"Point"}', { type: 'Point' }]]],
  ['interval_year_month', { precision: 9, scale: 0 }, [['14', 'P1Y2M']]],
  ['interval_day_time', { precision: 9, scale: 9 }, [['93784000000000', 'P1DT2H3M4S']]],
];

await t.test('each type is read in the form in which the service sends it', async (t) => {
  for (const [type, more, cells] of values) {
    const rowset = cells.map(([sent]) => [sent as string]);
    const answer = result([column('V', type, more)], rowset);
    await withSession([submit(running), poll(answer)], async (connection) => {
      const { rows, accepted } = await read(connection, 'select v from t');
      t.strictSame(
        rows,
        cells.map(([, stored]) => [stored]),
        type,
      );
      if ('extTypeName' in more) t.equal(accepted?.[0]?.dbType, more.extTypeName);
    });
  }
});

await t.test('an error comes with the result, with its kind and position', async (t) => {
  // N test/unit/mock/mock_http_client.js (001003); P test_async.py
  const message = "SQL compilation error:\nsyntax error line 1 at position 6 unexpected ';'.";
  const errors: [code: string, sqlState: string, message: string, expected: object][] = [
    ['001003', '42000', message, { kind: 'sql', position: 7, sqlState: '42000' }],
    ['002003', '42S02', "SQL compilation error:\nObject 'T' does not exist.", { kind: 'sql' }],
    ['000604', '57014', 'SQL execution canceled', { kind: 'cancelled' }],
    ['000630', '57014', 'Statement reached its statement timeout.', { kind: 'timeout' }],
    [
      '003001',
      '42501',
      'SQL access control error:\nInsufficient privileges.',
      { kind: 'permission' },
    ],
  ];
  for (const [code, sqlState, text, expected] of errors) {
    const data = {
      internalError: false,
      errorCode: code,
      age: 0,
      sqlState,
      queryId: QUERY_ID,
      line: -1,
      pos: -1,
      type: 'COMPILATION',
    };
    const answer = { json: refused(code, text, data) };
    await withSession([submit(running), poll(answer)], async (connection) => {
      const error = await failure(read(connection, 'select;'));
      t.match(error, { ...expected, outcome: 'failed', title: text }, code);
      t.notOk(connection.closed);
    });
  }
});

await t.test('changes are counted, and COPY has rows', async (t) => {
  // N test/integration/testUpdatedRows.js; U sf_core/src/query_types/statement_type.rs
  const counts = (...names: string[]) => names.map((name) => integer(`number of ${name}`));
  const statistics = {
    numRowsInserted: 2,
    numRowsUpdated: 1,
    numRowsDeleted: 0,
    numDmlDuplicates: 0,
  };
  const changes: [sql: string, answer: ReplayAnswer, affectedRows: number][] = [
    ['insert into t …', result(counts('rows inserted'), [['3']], { statementTypeId: 0x3100 }), 3],
    [
      'update t …',
      result(counts('rows updated', 'multi-joined rows updated'), [['4', '1']], {
        statementTypeId: 0x3200,
      }),
      4,
    ],
    ['delete from t', result(counts('rows deleted'), [['5']], { statementTypeId: 0x3300 }), 5],
    [
      'merge into t …',
      result(counts('rows inserted', 'rows updated'), [['2', '1']], {
        statementTypeId: 0x3400,
        stats: statistics,
      }),
      3,
    ],
  ];
  for (const [sql, answer, affectedRows] of changes) {
    await withSession([submit(running), poll(answer)], async (connection) => {
      const { rows, summary } = await read(connection, sql);
      t.match({ rows, ...summary }, { rows: [], columns: null, affectedRows }, sql);
    });
  }
  const copied = result([column('file', 'text'), integer('rows_loaded')], [['a.csv', '3']], {
    statementTypeId: 0x3600,
  });
  await withSession([submit(running), poll(copied)], async (connection) => {
    t.strictSame((await read(connection, 'copy into t from @s')).rows, [['a.csv', 3]]);
  });
  // P cursor.py: the answer to PUT asks the client to read local files
  const upload = result([], [], { command: 'UPLOAD', src_locations: ['/etc/hostname'] });
  await withSession([submit(upload)], async (connection) => {
    const error = await failure(read(connection, 'execute immediate …'));
    t.match(error, { kind: 'permission', outcome: 'failed' });
  });
});

await t.test('transient failures are repeated with the same request id', async (t) => {
  // N test/unit/http/testRequestRetry.ts, request_retries/*.template
  const transient: ReplayAnswer[] = [
    { status: 408 },
    { status: 429 },
    { status: 503 },
    { broken: 'before' },
    { broken: 'middle', json: refused('1', 'cut') },
    {},
  ];
  for (const answer of transient) {
    await withSession(
      [submit(answer, running), poll(answer, one)],
      async (connection, { requests }) => {
        t.strictSame((await read(connection, 'select 1')).rows, [[1]], JSON.stringify(answer));
        const [first, second] = requests.filter(({ path }) => path === SUBMIT);
        t.equal(first?.query['requestId'], second?.query['requestId']);
        t.match(second?.query, { retryCount: '1', clientStartTime: /^\d+$/, request_guid: /./ });
      },
    );
  }
  // N query_returns_get_result_url.json: the service answers after 45 s that the statement still runs
  const slow = poll(
    { json: success({ queryId: QUERY_ID, getResultUrl: `/queries/${QUERY_ID}/result` }, '333333') },
    one,
  );
  await withSession([submit(running), slow], async (connection) => {
    t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
  });
});

await t.test('an expired token is renewed, and a refused renewal ends the session', async (t) => {
  // N session_token_renewal.json; U session/token_request_gs_390111.json, token_request_gs_390114.json; P network.py
  const expired = { json: refused('390112', 'Session token has expired.') };
  const renewal = (answer: ReplayAnswer): ReplayEntry => ({
    method: 'POST',
    path: '/session/token-request',
    when: (request) =>
      request.headers.authorization === 'Snowflake Token="master token"' &&
      hasFields({ requestType: 'RENEW', oldSessionToken: 'session token' })(request),
    answers: [answer],
  });
  const renewed = {
    json: success({
      sessionToken: 'session token 2',
      validityInSecondsST: 3600,
      masterToken: 'master token 2',
      validityInSecondsMT: 14_400,
      sessionId: 1_172_562_260_498,
    }),
  };
  await withSession([submit(expired, one), renewal(renewed)], async (connection, { requests }) => {
    t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
    t.equal(requests.at(-1)?.headers.authorization, 'Snowflake Token="session token 2"');
  });
  for (const code of ['390111', '390113', '390114']) {
    const refusedRenewal = renewal({ json: refused(code, 'Sign in again.') });
    await withSession([submit(expired), refusedRenewal], async (connection) => {
      const error = await failure(read(connection, 'select 1'));
      t.match(error, { kind: 'connection', outcome: 'not_run' }, code);
      t.ok(connection.closed);
    });
  }
});

await t.test('a cancel names the query and waits for its end', async (t) => {
  // N request_retries/cancel_query_*.json.template; P test_async.py
  let cancelled = (): void => undefined;
  const abortReceived = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const ended = {
    json: refused('000604', 'SQL execution canceled', { queryId: QUERY_ID, sqlState: '57014' }),
    after: () => abortReceived,
  };
  const abortRequest: ReplayEntry = {
    method: 'POST',
    path: `/queries/${QUERY_ID}/abort-request`,
    answers: [
      () => {
        cancelled();
        return { json: success(null) };
      },
    ],
    repeats: true,
  };
  await withSession(
    [submit(running), poll(ended), abortRequest],
    async (connection, { requests }) => {
      const abort = new AbortController();
      const failed = failure(read(connection, 'call system$wait(60)', { signal: abort.signal }));
      await eventually('the result is requested', () =>
        requests.some(({ method }) => method === 'GET'),
      );
      abort.abort();
      t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
    },
  );
});

await t.test('an orphan runs in each status in which the official clients wait', async (t) => {
  // N lib/constants/query_status.js; J QueryStatus.java
  const withStatus = (status: string): ReplayAnswer => ({
    json: success({
      queries: [{ id: QUERY_ID, status, state: '', errorCode: '', errorMessage: '' }],
    }),
  });
  const done = result([column('R', 'text')], [['done']]);
  const statuses: [status: string, outcome: string][] = [
    ['RUNNING', 'stopped'],
    ['QUEUED', 'stopped'],
    ['RESUMING_WAREHOUSE', 'stopped'],
    ['QUEUED_REPARING_WAREHOUSE', 'stopped'],
    ['BLOCKED', 'stopped'],
    ['SUCCESS', 'gone'],
    ['FAILED_WITH_ERROR', 'gone'],
    ['DISCONNECTED', 'gone'],
  ];
  for (const [status, outcome] of statuses) {
    const isRunning = outcome === 'stopped';
    const monitoring: ReplayEntry = {
      method: 'GET',
      path: `/monitoring/queries/${QUERY_ID}`,
      answers: isRunning ? [withStatus(status), withStatus('ABORTED')] : [withStatus(status)],
    };
    const entries = [signIn, close, monitoring, ...(isRunning ? [submit(done)] : [])];
    await withReplay(entries, async ({ url }) => {
      const end = driver.cancelOrphan(configFor(url), QUERY_ID, sessionOptions());
      t.equal(await end, outcome, status);
    });
  }
});

await t.test(
  'a read-only session sends a query only after the service described it as one',
  async (t) => {
    // F describe_only_response
    const described = (statementTypeId: number): ReplayEntry => ({
      method: 'POST',
      path: SUBMIT,
      when: hasFields({ describeOnly: true }),
      answers: [result([integer('N')], [], { statementTypeId, describeOnly: true })],
    });
    const options = { readOnly: true };
    await withSession(
      [described(4096), submit(one)],
      async (connection) => {
        t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
      },
      options,
    );
    await withSession(
      [described(0x3100)],
      async (connection) => {
        const error = await failure(read(connection, 'with a as (select 1) …'));
        t.match(error, { kind: 'permission', outcome: 'not_run' });
      },
      options,
    );
  },
);
