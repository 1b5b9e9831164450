import { driverFor } from '@sluice/drivers';
import type { ConnectionConfig, Driver } from '@sluice/driver-kit';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { record } from '@sluice/driver-testkit/record/record';
import { startRecordingProxy } from '@sluice/driver-testkit/record/recording-proxy';
import { replayEntriesOf, type Recording } from '@sluice/driver-testkit/record/recording';
import { Scrubber, type RecordedStatement } from '@sluice/driver-testkit/record/scrubber';
import { warehouses, type Warehouse } from '@sluice/driver-testkit/record/warehouses';
import { bigqueryTypes } from '@sluice/driver-testkit/values/bigquery';
import { snowflakeValues } from '@sluice/driver-testkit/values/snowflake';
import {
  snowflakeRows as rows,
  startBigQueryServer,
  startReplay,
  startSnowflakeServer,
  textColumn,
} from '@sluice/testkit';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';

/** Every secret and private value of the tests contains this text. */
const canary = 'canary7f3a';

async function folderFor(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-record-'));
  t.teardown(() => rm(folder, { recursive: true }));
  return join(folder, 'recordings');
}

async function driverWith(id: keyof typeof warehouses) {
  const driver = await driverFor(id);
  if (driver === undefined) throw new Error(`no driver ${id}`);
  return { driver, warehouse: warehouses[id] };
}

const statement = (sql: string, more: Partial<RecordedStatement> = {}): RecordedStatement => ({
  name: sql,
  sql,
  isConstant: true,
  ...more,
});

/** Runs the statements of a recording against a replay server and returns their rows or errors. */
async function replayed(
  { driver, warehouse }: { driver: Driver; warehouse: Warehouse },
  config: ConnectionConfig,
  recording: Recording,
) {
  const server = await startReplay(replayEntriesOf(recording));
  const results: { result: string; rows: number }[] = [];
  try {
    const through = warehouse.through(config, warehouse.upstreamOf(config), server.url);
    const connection = await driver.connect(through, sessionOptions());
    for (const { sql, result } of recording.outcomes) {
      if (result === 'finished') {
        results.push({ result, rows: (await read(connection, sql)).rows.length });
      } else {
        const { kind, outcome } = await failure(read(connection, sql));
        results.push({ result: `${kind} ${outcome}`, rows: 0 });
      }
    }
    await connection.close();
  } finally {
    await server.stop();
  }
  return results;
}

await t.test('a recording of Snowflake can be replayed and contains no secret', async (t) => {
  const { driver, warehouse } = await driverWith('snowflake');
  const users = { username: `${canary}-user`, password: `${canary} pass"word` };
  const server = await startSnowflakeServer({ users });
  t.teardown(() => server.stop());
  const config = {
    ...server.config,
    account: `${canary}-account`,
    database: `${canary}_DB`,
    role: `${canary}_ROLE`,
  };
  server.script(/^select 'private'$/, rows([textColumn('NAME')], [`${canary}-cell`]));
  server.script(/^select broken$/, {
    kind: 'error',
    code: '002003',
    sqlState: '02000',
    message: `Object '${canary}_DB.PUBLIC.T' of ${canary}-user@example.com does not exist`,
  });
  const statements = [
    statement('select 1'),
    statement('select n from series(100000)'),
    statement("select 'private'", { isConstant: false }),
    statement('select broken'),
  ];
  const folder = await folderFor(t);
  const { file, recording } = await record({ driver, warehouse, config, folder, statements });
  const text = await readFile(file, 'utf8');
  t.notMatch(text, canary, 'no secret and no private value');
  for (const { headers } of server.requests) {
    const token = /Token="(.+?)"/.exec(String(headers.authorization))?.[1];
    if (token !== undefined) t.notOk(text.includes(token), 'no token');
  }
  t.equal((await stat(file)).mode & 0o777, 0o600);
  t.equal((await stat(folder)).mode & 0o777, 0o700);
  t.match(recording.outcomes, [
    { result: 'finished', rows: 1 },
    { result: 'finished', rows: 100_000 },
    { result: 'finished', rows: 1 },
    { result: /failed/ },
  ]);
  const again = await replayed(
    { driver, warehouse },
    { ...config, username: 'x', password: 'x' },
    recording,
  );
  t.same(
    again,
    recording.outcomes.map(({ result, rows: count }) => ({ result, rows: count })),
  );
  await t.rejects(record({ driver, warehouse, config, folder, statements }), { code: 'EEXIST' });
});

await t.test('a recording of BigQuery can be replayed and contains no secret', async (t) => {
  const { driver, warehouse } = await driverWith('bigquery');
  const server = await startBigQueryServer();
  t.teardown(() => server.stop());
  const { config } = server;
  const statements = [
    statement('SELECT 1'),
    statement('SELECT n FROM UNNEST(GENERATE_ARRAY(1, 20000)) n'),
    statement('SELECT 2', { isConstant: false }),
    statement('SELECT 1 +'),
  ];
  const folder = await folderFor(t);
  const { file, recording } = await record({ driver, warehouse, config, folder, statements });
  const text = await readFile(file, 'utf8');
  const key = JSON.parse(config['serviceAccountKey'] ?? '') as Record<string, string>;
  for (const secret of [
    key['client_email'],
    key['private_key']?.split('\n')[1],
    config['project'],
    new URL(config['apiEndpoint'] ?? '').host,
    ...server.jobs.keys(),
  ]) {
    t.ok(secret !== undefined && !text.includes(secret), String(secret));
  }
  t.same(
    await replayed({ driver, warehouse }, config, recording),
    recording.outcomes.map(({ result, rows: count }) => ({ result, rows: count })),
  );
});

await t.test('only fields with a rule are kept', (t) => {
  const { rules } = warehouses.snowflake;
  const scrubber = new Scrubber(rules.segments);
  scrubber.begin(statement('select 1'));
  const answer = {
    success: true,
    data: {
      token: `${canary}-token`,
      newField: canary,
      sessionInfo: { roleName: canary, [`${canary} ${canary}`]: 'x' },
      rowset: [[canary]],
      rowtype: [{ name: canary, type: 'text', comment: canary }],
      chunks: [{ url: `https://${canary}.s3.example.com/x?X-Amz-Signature=${canary.repeat(3)}` }],
      chunkHeaders: { 'x-amz-key': canary },
      qrmk: canary,
      queryId: '01c0ffee-0814-a22c-0001-dd6a00000042',
      getResultUrl: `/queries/01c0ffee-0814-a22c-0001-dd6a00000042/result`,
      parameters: [{ name: 'QUERY_TAG', value: canary }],
    },
    message: `${canary}@example.com from 10.1.2.3 at https://example.com/${canary}`,
  };
  scrubber.know('user', `${canary}@example.com`);
  const kept = scrubber.apply(rules.answer, answer);
  t.notMatch(JSON.stringify(kept), canary);
  t.match(kept, {
    success: true,
    data: {
      queryId: '00000000-0000-4000-8000-000000000001',
      chunks: [{ url: '{{origin}}/file-1' }],
    },
  });
  t.match([...scrubber.omitted], ['.data.newField']);
  scrubber.noteSql('select current_account()');
  t.match(scrubber.apply(rules.answer, { data: { rowset: [[canary]] } }), {
    data: { rowset: [['x']] },
  });
  scrubber.noteSql('select 1');
  t.match(scrubber.apply(rules.answer, { data: { rowset: [['1']] } }), {
    data: { rowset: [['1']] },
  });
  t.end();
});

await t.test('a recording with a known value is not written', async (t) => {
  const { driver, warehouse } = await driverWith('snowflake');
  const server = await startSnowflakeServer();
  t.teardown(() => server.stop());
  // The rows are declared constant although they contain the password.
  const { password } = server.config;
  server.script(/^select secret$/, rows([textColumn('A')], [String(password)]));
  const folder = await folderFor(t);
  const statements = [statement('select secret')];
  await t.rejects(record({ driver, warehouse, config: server.config, folder, statements }), {
    message: /Nothing was written: the recording still contains secret-\d/,
  });
  await t.rejects(stat(folder), { code: 'ENOENT' });
});

await t.test('tokens, cookies and private headers of a response are not recorded', async (t) => {
  const { rules } = warehouses.snowflake;
  const upstream = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'set-cookie': `session=${canary}-cookie`,
      'x-snowflake-session': canary,
      location: `https://${canary}.example.com/`,
    });
    response.end(JSON.stringify({ success: true, [canary]: 1, data: { text: canary } }));
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const scrubber = new Scrubber(rules.segments);
  const proxy = await startRecordingProxy(`http://127.0.0.1:${String(port)}`, rules, scrubber);
  t.teardown(async () => {
    await proxy.stop();
    upstream.close();
  });
  const response = await fetch(
    `${proxy.url}/${canary}/queries?secret=${canary}&requestId=${canary}`,
    {
      method: 'POST',
      headers: {
        authorization: `Snowflake Token="${canary}-token"`,
        cookie: `a=${canary}-sent`,
        accept: 'application/snowflake',
        'x-private': canary,
      },
      body: JSON.stringify({ sqlText: `select '${canary}'`, password: canary }),
    },
  );
  t.match(await response.text(), canary, 'the driver receives the whole response');
  t.match(response.headers.get('set-cookie'), canary);
  t.notMatch(JSON.stringify(proxy.exchanges), canary);
  t.match(proxy.exchanges, [
    {
      method: 'POST',
      path: '/id-1/queries',
      request: {
        headers: { accept: 'application/snowflake' },
        json: { sqlText: 'another statement' },
      },
      answer: { status: 200, json: { success: true } },
    },
  ]);
  t.same(scrubber.leaksIn(`x ${encodeURIComponent(`${canary}-token"`)} y`), ['secret-1']);
});

await t.test('the recorder asks for every type of the value tables', (t) => {
  const sqlOf = ({ statements }: Warehouse): string => statements.map(({ sql }) => sql).join('\n');
  for (const [type] of snowflakeValues) {
    const [word = ''] = /^[a-z]+(?:_[a-z]+(?=\())?/.exec(type.toLowerCase()) ?? [];
    // A value of the type FILE needs a stage.
    if (word !== 'file') t.match(sqlOf(warehouses.snowflake), word, type);
  }
  for (const { cases } of bigqueryTypes) {
    for (const [literal] of cases) t.ok(sqlOf(warehouses.bigquery).includes(literal), literal);
  }
  t.end();
});

await t.test('a recorded cancel ends as cancelled', async (t) => {
  const { driver, warehouse } = await driverWith('snowflake');
  const server = await startSnowflakeServer();
  t.teardown(() => server.stop());
  server.script(/^select slow$/, { kind: 'slow', then: rows([textColumn('A')], ['x']) });
  const statements = [statement('select slow', { cancels: true }), statement('select 1')];
  const folder = await folderFor(t);
  const { recording } = await record({
    driver,
    warehouse,
    config: server.config,
    folder,
    statements,
  });
  t.match(recording.outcomes, [{ result: 'cancelled failed' }, { result: 'finished', rows: 1 }]);
  t.ok(recording.exchanges.some(({ path }) => path.endsWith('/abort-request')));
});

await t.test('npm run record writes a file for the replay server', async (t) => {
  const server = await startBigQueryServer();
  t.teardown(() => server.stop());
  const folder = await folderFor(t);
  await mkdir(folder);
  const connection = join(folder, 'connection.json');
  await writeFile(connection, JSON.stringify({ data: server.config }), { mode: 0o600 });
  const script = new URL('../../../scripts/record-warehouse.mjs', import.meta.url);
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [script.pathname, ...args]);
  const { stdout } = await run('bigquery', connection, join(folder, 'out'));
  t.match(stdout, /large result: .*\nscript: /);
  t.match(stdout, /Wrote \d+ requests to .*bigquery\.json/);
  const text = await readFile(join(folder, 'out', 'bigquery.json'), 'utf8');
  t.ok(replayEntriesOf(JSON.parse(text) as Recording).length > 20);
  await t.rejects(run('postgres', connection, folder), {
    code: 2,
    stderr: /^Usage: npm run record/,
  });
});

await t.test(
  'a redirect within the domain of the service is followed through the proxy',
  async (t) => {
    const { rules } = warehouses.snowflake;
    const paths: string[] = [];
    const upstream = createServer((request, response) => {
      const { host = '' } = request.headers;
      paths.push(String(request.url));
      const isFirst = paths.length === 1;
      const location = isFirst
        ? `http://${host}/queries/v1/query-request?requestId=1`
        : `http://${canary}.example.com/session`;
      response.writeHead(paths.length < 3 ? 307 : 200, { location }).end('{}');
    });
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    const scrubber = new Scrubber(rules.segments);
    const proxy = await startRecordingProxy(`http://127.0.0.1:${String(port)}`, rules, scrubber);
    t.teardown(async () => {
      await proxy.stop();
      upstream.close();
    });
    const first = await fetch(`${proxy.url}/session`, { redirect: 'manual' });
    const next = first.headers.get('location') ?? '';
    t.equal(next, '/queries/v1/query-request?requestId=1');
    const second = await fetch(`${proxy.url}${next}`, { redirect: 'manual' });
    t.match(second.headers.get('location'), canary, 'another domain gets no request of the proxy');
    t.same(paths, ['/session', next]);
    t.match(proxy.exchanges, [
      { answer: { status: 307, headers: { location: '/queries/v1/query-request' } } },
      { answer: { status: 307 } },
    ]);
    t.notMatch(JSON.stringify(proxy.exchanges), canary);
  },
);
