import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { withReplay, type ReplayAnswer, type ReplayEntry } from '@sluice/testkit';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { notAllowed, targetsThat } from '@sluice/driver-testkit/targets';
import {
  close,
  column,
  configFor,
  integer,
  poll,
  QUERY_ID,
  refused,
  result,
  resultWithFiles,
  running,
  signIn,
  signInWith,
  submit,
  SUBMIT,
  success,
  withSession,
} from './replay-answers.js';

const one = result([integer('N')], [['1']]);
await t.test(
  'a result with another number of rows than announced is lost, not complete',
  async (t) => {
    // N query_result_missing_rowset.json; P queries/select_large_request_successful.json (total = returned = all)
    const rows = [['1'], ['2']];
    const answers: [string, ReplayAnswer][] = [
      ['no rows', result([integer('N')], null, { total: 1, returned: 1 })],
      ['fewer rows', result([integer('N')], rows, { total: 5, returned: 5 })],
      ['fewer rows than the total', result([integer('N')], rows, { total: 5, returned: 2 })],
      ['more rows', result([integer('N')], rows, { total: 1, returned: 1 })],
      [
        'a missing list of files',
        result([integer('N')], [], { total: 5, returned: 5, chunks: null }),
      ],
    ];
    for (const [what, answer] of answers) {
      await withSession([submit(running), poll(answer)], async (connection) => {
        const error = await failure(read(connection, 'select n from t'));
        t.match(error, { kind: 'connection', outcome: 'ran_result_lost', title: /row/ }, what);
      });
    }
  },
);

await t.test('intervals are stored as ISO 8601', (t) => {
  // U sf_core/src/chunks/json_parser.rs: months, and nanoseconds of up to 128 bits
  const rowtype = [
    column('YM', 'interval_year_month', { precision: 9, scale: 0 }),
    column('DT', 'interval_day_time', { precision: 9, scale: 9 }),
    column('DS', 'interval_day_second', { precision: 9, scale: 9 }),
  ];
  const rows = [
    ['14', '93784000000000', '1'],
    ['-14', '-93784500000000', '-1'],
    ['0', '0', '86399999999999999999999999999'],
    [null, null, null],
  ];
  return withSession([submit(result(rowtype, rows))], async (connection) => {
    t.strictSame((await read(connection, 'select ym, dt from t')).rows, [
      ['P1Y2M', 'P1DT2H3M4S', 'PT0.000000001S'],
      ['P-1Y-2M', 'P-1DT-2H-3M-4.5S', 'PT-0.000000001S'],
      ['PT0S', 'PT0S', 'P999999999999999DT23H59M59.999999999S'],
      [null, null, null],
    ]);
  });
});

await t.test('a redirect of a statement is followed with the same request id', async (t) => {
  // P redirect/http_307_retry.json, http_308_retry.json; N request_retries/query_request_redirect_fail.json
  for (const status of [307, 308]) {
    const queryId = `redirected-${String(status)}`;
    const target: ReplayEntry = {
      method: 'POST',
      path: '/temp-redirect-target',
      // The first redirect leads to a broken answer, so the statement is sent again.
      answers: [{ broken: 'before' }, result([integer('N')], [['1']], { queryId })],
    };
    const redirect = { status, headers: { location: '/temp-redirect-target' } };
    await withSession([submit(redirect, redirect), target], async (connection, { requests }) => {
      t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
      const sent = requests.filter(
        ({ method, path }) => method === 'POST' && !path.includes('session'),
      );
      t.equal(sent.length, 4);
      t.equal(new Set(sent.map(({ query }) => query['requestId'])).size, 1);
      t.equal(new Set(sent.map(({ text }) => text)).size, 1);
      t.equal(new Set(sent.map(({ headers }) => headers.authorization)).size, 1);
    });
  }
});

await t.test('an invalid session token runs nothing and ends the session', async (t) => {
  // N lib/services/sf.js: HTTP 401 whose body has code 390104
  const invalid = { status: 401, json: refused('390104', 'Invalid session token.') };
  await withSession([submit(invalid)], async (connection) => {
    const error = await failure(read(connection, 'select 1'));
    t.match(error, { kind: 'connection', outcome: 'not_run', title: /session has ended/ });
    t.ok(connection.closed);
  });
  await withSession([submit(running), poll(invalid)], async (connection) => {
    const error = await failure(read(connection, 'select 1'));
    t.match(
      error,
      { kind: 'connection', outcome: 'unknown' },
      'the statement was submitted before',
    );
    t.ok(connection.closed);
  });
});

await t.test(
  'a 401 without a code renews the token, and ends the session if that does not help',
  async (t) => {
    // U session/query_401_then_refresh_then_success.json, query_401_always.json, retry/poll_401_session_expired.json
    const expired = { status: 401, bytes: 'Session expired' };
    const renewal = (times: number): ReplayEntry => ({
      method: 'POST',
      path: '/session/token-request',
      answers: Array.from({ length: times }, (_, i) => ({
        json: success({
          sessionToken: `renewed ${String(i)}`,
          validityInSecondsST: 3600,
          masterToken: 'master token 2',
          validityInSecondsMT: 14_400,
          sessionId: 1_172_562_260_498,
        }),
      })),
    });
    await withSession(
      [submit(expired, running), poll(expired, one), renewal(2)],
      async (connection) => {
        t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
      },
    );
    const always = { ...submit(expired), repeats: true };
    await withSession(
      [always, { ...renewal(3), repeats: true, optional: true }],
      async (connection) => {
        const error = await failure(read(connection, 'select 1'));
        t.match(error, { kind: 'connection', outcome: 'not_run' });
        t.ok(connection.closed);
      },
    );
  },
);

await t.test('the session of an orphan is ended by its exact id', async (t) => {
  // N CHANGELOG 2.4.1: a session id can exceed 2^53. G query/query_monitoring_running.json
  const sessionId = '1234567890123456573';
  const monitored = (status: string): ReplayAnswer => ({
    bytes: JSON.stringify(
      success({
        queries: [{ id: QUERY_ID, status, state: '', errorCode: '', errorMessage: null }],
      }),
    ).replace('"id"', `"sessionId":${sessionId},"id"`),
  });
  const done = result([column('R', 'text')], [['done']]);
  await withReplay(
    [
      signIn,
      close,
      {
        method: 'GET',
        path: `/monitoring/queries/${QUERY_ID}`,
        answers: [monitored('RUNNING'), monitored('FAILED_WITH_ERROR')],
      },
      submit(done, done),
    ],
    async ({ url, requests }) => {
      const end = driver.cancelOrphan(configFor(url), QUERY_ID, sessionOptions());
      t.equal(await end, 'stopped');
      const sent = requests.filter(({ path }) => path === SUBMIT).map(({ text }) => text);
      t.match(sent[1], `system$abort_session(${sessionId})`);
    },
  );
});

await t.test('a result file is decompressed by its content and read with the headers', (t) => {
  // P queries/chunk_1.json; G chunk_downloader.go looks at the first two bytes
  const rows = '["2"],\n["3"]';
  const file = (path: string, answer: ReplayAnswer): ReplayEntry => ({
    method: 'GET',
    path,
    when: ({ headers, query }) =>
      headers['x-amz-server-side-encryption-customer-key'] === 'a2V5' &&
      headers['x-amz-server-side-encryption-customer-key-md5'] === 'bWQ1' &&
      headers.authorization === undefined &&
      query['response-content-encoding'] === 'gzip',
    answers: [answer],
  });
  const paths = ['/results/0', '/results/1', '/results/2', '/results/3'];
  const files = paths.map((path) => ({
    path: `${path}?response-content-encoding=gzip`,
    rowCount: 2,
    uncompressedSize: rows.length,
  }));
  const entries = [
    submit(running),
    poll((request) => resultWithFiles(request, [['1']], files)),
    file('/results/0', { bytes: rows, gzip: 'declared' }),
    file('/results/1', { bytes: rows, gzip: 'undeclared' }),
    file('/results/2', { bytes: rows }),
    // A gateway decompressed the file and kept the header.
    file('/results/3', { bytes: rows, headers: { 'content-encoding': 'gzip' } }),
  ];
  return withSession(entries, async (connection) => {
    const pairs = paths.flatMap(() => [[2], [3]]);
    t.strictSame((await read(connection, 'select n from t')).rows, [[1], ...pairs]);
  });
});

await t.test('an expired address of a file is replaced by a new one', async (t) => {
  // N request_retries/query_chunk_download_fail.json.template, lib/file_transfer_agent/gcs_util.js
  const expired: ReplayAnswer[] = [
    { status: 403, bytes: '<Error><Code>AccessDenied</Code></Error>' },
    { status: 400, bytes: '<Error><Code>ExpiredToken</Code></Error>' },
    { status: 401, bytes: '<Error><Code>AuthenticationRequired</Code></Error>' },
  ];
  for (const answer of expired) {
    const entries = [
      submit(running),
      poll(
        (request) => resultWithFiles(request, [], [{ path: '/results/old', rowCount: 1 }]),
        (request) => resultWithFiles(request, [], [{ path: '/results/new', rowCount: 1 }]),
      ),
      { method: 'GET', path: '/results/old', answers: [answer] },
      { method: 'GET', path: '/results/new', answers: [{ bytes: '["1"]' }] },
    ];
    await withSession(entries, async (connection) => {
      const { rows } = await read(connection, 'select n from t');
      t.strictSame(rows, [[1]], `status ${String(answer.status)}`);
    });
  }
});

await t.test('files with another number of rows than announced lose the result', (t) => {
  const entries = [
    submit(running),
    poll((request) =>
      resultWithFiles(request, [], [{ path: '/results/0', rowCount: 2 }], {
        total: 5,
        returned: 5,
      }),
    ),
  ];
  return withSession(entries, async (connection) => {
    const error = await failure(read(connection, 'select n from t'));
    t.match(error, { kind: 'connection', outcome: 'ran_result_lost' });
  });
});

await t.test(
  'rows of a procedure, SHOW, DESCRIBE and LIST stay rows if a column is STATUS',
  async (t) => {
    // U sf_core/src/query_types/statement_type.rs, has_result_set
    const types: [string, number][] = [
      ['call p()', 0x9000],
      ['show pipes', 0x4400],
      ['describe result x', 0x4500],
      ['list @stage', 0x4701],
      ['remove @stage', 0x7103],
      ['explain select 1', 0x2000],
    ];
    for (const [sql, statementTypeId] of types) {
      const rows = [['open'], ['closed']];
      const answer = result([column('status', 'text')], rows, { statementTypeId });
      await withSession([submit(answer)], async (connection) => {
        const { rows: found, summary } = await read(connection, sql);
        t.strictSame([found, summary.notices], [rows, []], sql);
      });
    }
    const created = result([column('status', 'text')], [['T created.']], {
      statementTypeId: 0x6000,
    });
    await withSession([submit(created)], async (connection) => {
      const { rows, summary } = await read(connection, 'create table t (n int)');
      t.strictSame([rows, summary.notices], [[], ['T created.']]);
    });
  },
);

await t.test('the offset of a TIMESTAMP_TZ of version 0 is part of its number', (t) => {
  // N test/unit/connection/result/result_test_timestamp.js
  const rowtype = [
    column('T', 'timestamp_tz', { scale: 9 }),
    column('N', 'timestamp_ntz', { scale: 9 }),
  ];
  const rows = [
    ['23812288741376.000000960', '1365148923.123456789'],
    ['-0.000014944', '-1.500000000'],
  ];
  return withSession([submit(result(rowtype, rows, { version: 0 }))], async (connection) => {
    t.strictSame((await read(connection, 'select t from t')).rows, [
      ['2016-01-21T06:32:44-08:00', '2013-04-05T08:02:03.123456789'],
      ['1969-12-31T23:59:59.999999999Z', '1969-12-31T23:59:58.5'],
    ]);
  });
});

await t.test('a redirect to another host is refused, and the statement was not run', async (t) => {
  const elsewhere = [
    'http://localhost/queries/v1/query-request',
    'https://example.com/queries/v1/query-request',
    'http://127.0.0.1:1/queries/v1/query-request',
    'http://snowflakecomputing.com.example.com/',
    'file:///etc/hostname',
    '',
  ];
  for (const location of elsewhere) {
    await withSession(
      [submit({ status: 307, headers: { location: location || 'http://' } })],
      async (connection) => {
        const error = await failure(read(connection, 'delete from t'));
        t.match(error, { kind: 'connection', outcome: 'not_run', title: /redirects/ }, location);
      },
    );
  }
});

await t.test('a redirect within Snowflake is followed to a host that is allowed', (t) =>
  withReplay(
    [
      signIn,
      close,
      submit(({ headers: { host = '' } }) => ({
        status: 308,
        headers: { location: `http://node-7.snowflakecomputing.com:${host.split(':')[1] ?? ''}/x` },
      })),
      {
        method: 'POST',
        path: '/x',
        when: ({ headers: { host = '', authorization } }) =>
          host.startsWith('node-7.') && authorization === 'Snowflake Token="session token"',
        answers: [one],
        optional: true,
      },
    ],
    async ({ port, requests }) => {
      const allowed = new Set(['myorg-myaccount.snowflakecomputing.com']);
      const targets = targetsThat((name) =>
        allowed.has(name) ? [{ address: '127.0.0.1', family: 4 }] : notAllowed(),
      );
      const accessUrl = `http://myorg-myaccount.snowflakecomputing.com:${String(port)}`;
      const connection = await driver.connect(configFor(accessUrl), sessionOptions({ targets }));
      const before = requests.length;
      const error = await failure(read(connection, 'select 1'));
      t.match(error, { kind: 'connection', outcome: 'not_run', title: /not allowed/ });
      t.equal(requests.length, before + 1, 'the target is checked before it receives anything');
      await connection.close();
    },
  ),
);

await t.test('a sign-in that is refused has the kind of its code', async (t) => {
  // G auth/pat/invalid_token.json, auth/password/invalid_user.json; P auth/keypair/jwt_token_invalid.json
  const codes: [code: string, kind: string][] = [
    ['390100', 'authentication'],
    ['390144', 'authentication'],
    ['390318', 'authentication'],
    ['390422', 'authentication'],
    ['394300', 'authentication'],
    ['394306', 'authentication'],
    ['394400', 'authentication'],
    ['394507', 'authentication'],
    ['390001', 'connection'],
  ];
  for (const [code, kind] of codes) {
    const answer = {
      json: refused(code, 'Refused by the service.', { nextAction: 'RETRY_LOGIN' }),
    };
    await withReplay([signInWith(answer)], async ({ url }) => {
      const error = await failure(driver.connect(configFor(url), sessionOptions()));
      t.match(error, { kind, outcome: 'not_run', title: 'Refused by the service.' }, code);
    });
  }
});

await t.test(
  'a wrong account or host is reported with status, message and what to check',
  async (t) => {
    // G auth/password/invalid_host.json
    const answers: [ReplayAnswer, RegExp][] = [
      [
        { status: 403, json: refused('390144', 'Invalid account name or host.') },
        /403: Invalid account/,
      ],
      [{ status: 404, bytes: '<html>Not Found</html>' }, /status 404$/],
      [{ status: 302, headers: { location: 'https://example.com/' } }, /status 302$/],
    ];
    for (const [answer, title] of answers) {
      await withReplay([signInWith(answer)], async ({ url }) => {
        const error = await failure(driver.connect(configFor(url), sessionOptions()));
        t.match(error, {
          kind: 'connection',
          outcome: 'not_run',
          title,
          hint: /account identifier/,
        });
      });
    }
  },
);

await t.test('a statement that a gateway refuses was not run', async (t) => {
  for (const status of [302, 400, 403, 404, 413]) {
    await withSession([submit({ status, bytes: 'no' })], async (connection) => {
      const error = await failure(read(connection, 'delete from t'));
      t.match(error, { kind: 'connection', outcome: 'not_run', title: String(status) });
    });
  }
  const lost = submit({ broken: 'middle', bytes: 'no' }, { status: 403, bytes: 'no' });
  await withSession([lost], async (connection) => {
    const error = await failure(read(connection, 'delete from t'));
    t.match(error, { outcome: 'unknown' }, 'an earlier attempt may have reached the server');
  });
});

await t.test('an orphan without a status is a running one that was just submitted', async (t) => {
  // N lib/constants/query_status.js, runningStatuses
  const listed = (...queries: object[]): ReplayAnswer => ({ json: success({ queries }) });
  const withStatus = (status: string): ReplayAnswer => listed({ id: QUERY_ID, status });
  const done = result([column('R', 'text')], [['done']]);
  const monitoring = (...answers: ReplayAnswer[]): ReplayEntry => ({
    method: 'GET',
    path: `/monitoring/queries/${QUERY_ID}`,
    answers,
  });
  for (const unknown of [listed(), withStatus('NO_DATA')]) {
    const statuses = [unknown, withStatus('RUNNING'), unknown, withStatus('ABORTED')];
    await withReplay([signIn, close, monitoring(...statuses), submit(done)], async ({ url }) => {
      const end = driver.cancelOrphan(configFor(url), QUERY_ID, sessionOptions());
      t.equal(await end, 'stopped');
    });
  }
  const never = { ...monitoring(listed()), repeats: true };
  await withReplay([signIn, close, never, submit(done)], async ({ url, requests }) => {
    const end = driver.cancelOrphan(configFor(url), QUERY_ID, sessionOptions());
    t.equal(await end, 'gone');
    t.match(requests.at(-2)?.text, 'system$cancel_query', 'it is cancelled nevertheless');
  });
});

await t.test(
  'an address that becomes forbidden does not make a submitted statement not run',
  (t) => {
    let isForbidden = false;
    const targets = targetsThat(() =>
      isForbidden ? notAllowed() : [{ address: '127.0.0.1', family: 4 }],
    );
    const forbid = submit(() => {
      isForbidden = true;
      return running;
    });
    return withSession(
      [forbid],
      async (connection) => {
        const error = await failure(read(connection, 'delete from t'));
        t.match(error, { kind: 'connection', outcome: 'unknown', title: /not allowed/ });
      },
      { targets },
    );
  },
);

await t.test('an id of a query cannot change a path or a literal', async (t) => {
  for (const queryId of [
    '',
    "1'), system$abort_session(1",
    '../session',
    'a b',
    'é',
    'x'.repeat(101),
  ]) {
    await withSession(
      [submit(result([integer('N')], [['1']], { queryId }))],
      async (connection) => {
        const error = await failure(read(connection, 'select 1'));
        t.match(error, { kind: 'connection', title: /without query id/ }, queryId);
      },
    );
    const end = driver.cancelOrphan(configFor('http://127.0.0.1:1'), queryId, sessionOptions());
    t.match(await failure(end), { outcome: 'not_run', title: /Invalid/ }, queryId);
  }
});

await t.test(
  'a redirect of a request for the result is followed or leaves the outcome unknown',
  async (t) => {
    const moved = { status: 307, headers: { location: '/moved' } };
    const target: ReplayEntry = { method: 'GET', path: '/moved', answers: [one] };
    await withSession([submit(running), poll(moved), target], async (connection) => {
      t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
    });
    const elsewhere = { status: 307, headers: { location: 'https://example.com/' } };
    await withSession([submit(running), poll(elsewhere)], async (connection) => {
      const error = await failure(read(connection, 'delete from t'));
      t.match(error, { kind: 'connection', outcome: 'unknown', title: /another host/ });
    });
  },
);

await t.test('an error without a message ends the statement with a readable title', async (t) => {
  // Assumed: no recorded answer of the official drivers has an error without a message.
  const failed = { data: { queryId: QUERY_ID, sqlState: '42000' }, success: false };
  const title = 'The database reported an error without a message';
  const bodies: [object, object][] = [
    [
      { ...failed, code: '001003', message: '' },
      { detail: '001003', sqlState: '42000' },
    ],
    [{ ...failed, code: '001003', message: null }, { detail: '001003' }],
    [{ ...failed, code: '001003', message: ' \n' }, { detail: '001003' }],
    [{ ...failed, code: '001003' }, { detail: '001003' }],
    [{ ...failed, code: null, message: '' }, { detail: undefined }],
    [failed, { detail: undefined }],
    [{ success: false }, { detail: undefined }],
  ];
  for (const [json, more] of bodies) {
    const what = JSON.stringify(json);
    const expected = { kind: 'sql', outcome: 'failed', title, ...more };
    await withSession([submit({ json })], async (connection) => {
      t.match(await failure(read(connection, 'selec 1')), expected, what);
      t.notOk(connection.closed);
    });
    await withSession([submit(running), poll({ json })], async (connection) => {
      t.match(await failure(read(connection, 'selec 1')), expected, `${what} after a submission`);
    });
    await withReplay([signInWith({ json })], async ({ url }) => {
      const error = await failure(driver.connect(configFor(url), sessionOptions()));
      t.match(error, { kind: 'connection', outcome: 'not_run', title }, `${what} to a sign-in`);
    });
  }
});

await t.test('a long error of a gateway keeps its code and message, cut with a mark', (t) => {
  // Assumed: the recorded errors of the official drivers are shorter.
  const refusal = { status: 400, json: refused('390400', 'x'.repeat(9_000)) };
  return withSession([submit(refusal)], async (connection) => {
    const error = await failure(read(connection, 'select 1'));
    t.match(error, { outcome: 'not_run', title: /^Snowflake .* 400: x{8000}x* … \[cut\]$/ });
    t.equal(error.detail, '390400');
  });
});
