import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isDeep, startService, targetConnection, until } from '@sluice/testkit';
import t from 'tap';
import { cli, email, password, program, startCli, untilRunning } from './support.js';

interface BatchRow {
  id: string;
  status: string;
  cancel_outcome: string | null;
}

/** Returns the peak memory of a process in bytes; 0 after its end. Linux only. */
async function residentPeak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/**
 * About 100 MB of rows. `npm test` reads a tenth as many rows, each ten times as long: they also exceed the small heap,
 * but take less processor time.
 */
const [many, padding] = isDeep ? [1_000_000, 60] : [100_000, 960];

/** Returns the hash of these rows as csv. */
function manyRowsHash(): string {
  const hash = createHash('sha256').update('g,hash,pad\r\n');
  const pad = 'x'.repeat(padding);
  for (let g = 1; g <= many; g++) {
    const md5 = createHash('md5').update(String(g)).digest('hex');
    hash.update(`${g},${md5},${pad}\r\n`);
  }
  return hash.digest('hex');
}

t.test('the command line and the real service', async (t) => {
  const service = await startService({
    queue: 'redis',
    processes: true,
    workersInProcess: true,
    settings: {
      SERVICE_QUERY_RESULT_MAX_ROWS: '2000000',
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
    },
  });
  t.teardown(() => service.stop());
  const { connectionId, target, database } = service;
  const run = (...args: string[]) => cli(service, ['run', '-c', connectionId, ...args]);
  const lastBatch = async (text: string): Promise<BatchRow | undefined> =>
    (await database.query<BatchRow>('select * from batches where batch_text = $1', [text]))[0];

  t.test('runs a saved query', async (t) => {
    const { id } = await service.admin.json<{ id: string }>('POST', '/api/queries', {
      queryText: 'select {{n}} as n, {{day}} + 1 as day',
      connectionId,
      parameters: [{ name: 'day', type: 'date', required: false, default: '2026-02-28' }],
    });
    const query = ['run', '--query', id];
    const made = await cli(service, [...query, '--param', 'n=5']);
    t.match(made, { code: 0, out: 'n,day\r\n5,2026-03-01\r\n' });
    const { name } = targetConnection(target.url);
    const values = ['--param', 'n=6', '--param', 'day'];
    const named = await cli(service, [...query, '-c', String(name), ...values]);
    t.match(named, { code: 0, out: 'n,day\r\n6,\r\n' });
    t.match(await cli(service, query), { code: 7, err: /has no value/ });
    t.match(await cli(service, [...query, 'select 1']), { code: 2, err: /cannot be used/ });
    t.match(await cli(service, ['run', '--query', 'missing']), { code: 7 });
  });

  t.test('reuses a run', async (t) => {
    const sql = 'select clock_timestamp()::text as now';
    const first = await run(sql, '--max-age', '600');
    t.notMatch(first.err, /rows of the run/);
    const second = await run(sql, '--max-age', '600');
    t.match(second, { code: 0, out: first.out, err: /rows of the run that ended at 2/ });
    t.not((await run(sql, '--max-age', '0')).out, first.out);
    t.match(await run(sql, '--max-age', '1h'), { code: 2, err: /Invalid maximum age: 1h/ });
  });

  t.test('binds parameters', async (t) => {
    const parameters = [
      'n=41',
      "name=O'Hara",
      'day:date=2026-02-28',
      'id=3',
      'id=1',
      'none:integer',
    ];
    const { code, out } = await run(
      'select {{n}} + 1 as n, {{name}} as name, {{day}} + 1 as day, 3 in ({{id}}) as found, {{none}} as none',
      ...parameters.flatMap((each) => ['--param', each]),
    );
    t.equal(code, 0);
    t.equal(out, "n,name,day,found,none\r\n42,O'Hara,2026-03-01,true,\r\n");
    t.match(await run('select {{n}}'), { code: 7, err: /has no value/ });
    t.match(await run('select 1', '--param', '1=2'), { code: 2, err: /Invalid parameter 1=2/ });
  });

  t.test('writes every format', async (t) => {
    const sql = `select 1 as id, 'a "b", c' as id, null as n, '' as empty, true as b,
      '{"x":[1]}'::jsonb as j, 9007199254740993::int8 as big
      union all select 2, E'two\\nlines', 'x', 'y', false, '[]', 3`;
    const csv = await run(sql, '--format', 'csv');
    t.same(csv, {
      code: 0,
      out:
        'id,id,n,empty,b,j,big\r\n' +
        '1,"a ""b"", c",,"",true,"{""x"":[1]}",9007199254740993\r\n' +
        '2,"two\nlines",x,y,false,[],3\r\n',
      err: '',
    });
    const objects = [
      {
        id: 1,
        id_2: 'a "b", c',
        n: null,
        empty: '',
        b: true,
        j: { x: [1] },
        big: '9007199254740993',
      },
      { id: 2, id_2: 'two\nlines', n: 'x', empty: 'y', b: false, j: [], big: 3 },
    ];
    t.same(JSON.parse((await run(sql, '--format', 'json')).out), objects);
    const ndjson = (await run(sql, '--format', 'ndjson')).out.trimEnd().split('\n');
    t.same(
      ndjson.map((line) => JSON.parse(line) as unknown),
      objects,
    );
    const table = (await run("select 7 as n, E'a\\x1b[31mb\\tc' as text", '--format', 'table')).out;
    t.equal(table, 'n  text\n-  ----\n7  ab c\n(1 row)\n', 'without terminal control sequences');
    const none = await run('select 1 as a where false', '--format', 'json');
    t.equal(none.out, '[]\n');
    t.equal((await run('select 1 as a where false')).out, 'a\r\n', 'csv without a terminal');
  });

  t.test('reads SQL from an argument, a file and standard input', async (t) => {
    const path = join(tmpdir(), `sluice-cli-${process.pid}.sql`);
    t.teardown(() => rm(path));
    await writeFile(path, 'select 2 as b');
    t.equal((await run('-f', path)).out, 'b\r\n2\r\n');
    const args = ['run', '-c', connectionId];
    t.equal((await cli(service, args, { input: 'select 3 as c' })).out, 'c\r\n3\r\n');
    t.equal((await cli(service, [...args, '-'], { input: 'select 4 as d' })).out, 'd\r\n4\r\n');
    t.equal((await cli(service, ['run', '-c', 'Target', 'select 5 as e'])).out, 'e\r\n5\r\n');
  });

  t.test('reports statements without rows and writes each result', async (t) => {
    const sql =
      'create table made (n int); insert into made values (1), (2); table made; select 9 as z';
    const { code, out, err } = await run(sql);
    t.equal(code, 0);
    t.equal(out, 'n\r\n1\r\n2\r\n\nz\r\n9\r\n');
    t.equal(err, 'CREATE TABLE\nINSERT 2\n');
    t.equal((await run('-q', 'insert into made values (3)')).err, '');
  });

  t.test('every exit code', async (t) => {
    const closed = await freePort();
    const nowhere = await service.admin.json<{ id: string }>('POST', '/api/connections', {
      ...targetConnection(target.url),
      name: 'Nowhere',
      data: { ...(targetConnection(target.url)['data'] as object), port: String(closed) },
    });
    const failed = await run('select 1;\nselect nothing');
    t.equal(failed.code, 4);
    t.equal(
      failed.err,
      'sluice: column "nothing" does not exist (statement 2, line 1, column 8; outcome: failed)\n',
    );
    const notRun = await cli(service, ['run', '-c', nowhere.id, 'select 1']);
    t.equal(notRun.code, 3);
    t.match(notRun.err, /outcome: not_run/);
    const cases: [number, RegExp, string[], NodeJS.ProcessEnv?][] = [
      [1, /ENOENT/, ['run', '-c', connectionId, '-f', '/no/such/file']],
      [2, /Command missing/, []],
      [2, /Unknown command: rum/, ['rum']],
      [2, /Unknown command: constructor/, ['constructor']],
      [2, /Unknown option '--fromat'/, ['run', '--fromat', 'csv']],
      [2, /Unknown format: xml/, ['run', '-c', connectionId, '--format', 'xml', 'select 1']],
      [2, /Connection missing/, ['run', 'select 1']],
      [2, /must be one argument/, ['run', '-c', connectionId, 'select', '1']],
      [2, /either SQL or --file/, ['run', '-c', connectionId, '-f', 'x', 'select 1']],
      [2, /Invalid URL/, ['batches', '--url', 'sample']],
      [2, /Invalid limit/, ['batches', '--limit', 'many']],
      [2, /Batch id missing/, ['cancel']],
      [2, /SLUICE_PASSWORD/, ['batches', '--email', email], { SLUICE_PASSWORD: '' }],
      [7, /401 unauthorized/, ['connections'], { SLUICE_PASSWORD: 'wrong' }],
      [7, /401 unauthorized/, ['connections'], { SLUICE_TOKEN: 'a.b.c', SLUICE_EMAIL: '' }],
      [7, /400 bad_request/, ['run', '-c', 'no such', 'select 1']],
      [7, /404 not_found/, ['cancel', 'no-such-batch']],
    ];
    for (const [code, message, args, environment] of cases) {
      const ended = await cli(service, args, environment);
      t.equal(ended.code, code, args.join(' '));
      t.match(ended.err, message);
      t.equal(ended.out, '');
    }

    const other = startCli(service, ['run', '-c', connectionId, 'select pg_sleep(631)']);
    await untilRunning(service, 'pg_sleep(631)');
    const batch = await lastBatch('select pg_sleep(631)');
    t.match(await cli(service, ['cancel', batch?.id ?? '']), { code: 0, out: 'cancelled\n' });
    t.equal(await other.ended, 9);
  });

  t.test('reports an unreachable service with its own code', async (t) => {
    const ended = await cli({ baseUrl: `http://127.0.0.1:${await freePort()}` }, ['connections']);
    t.equal(ended.code, 8);
    t.match(ended.err, /no response after 8 attempts/);
  });

  t.test('lists connections and batches', async (t) => {
    const connections = await cli(service, ['connections', '--format', 'ndjson']);
    t.match(JSON.parse(connections.out.split('\n')[0] ?? ''), { driver: 'postgres' });
    const batches = await cli(service, ['batches', '--limit', '2']);
    t.equal(batches.out.split('\r\n')[0], 'id,status,connectionId,startTime,durationMs,nameOrText');
    t.equal(batches.out.trimEnd().split('\r\n').length, 3);
  });

  t.test('shows help with every exit code, and the version of the package', async (t) => {
    const help = await cli(service, ['--help']);
    t.equal(help.code, 0);
    const guide = await readFile(
      new URL('../../../docs/how-to/use-the-command-line.md', import.meta.url),
      'utf8',
    );
    const documented = [...guide.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(
      ([, code = '', meaning = '']) => `${code.padStart(5)}  ${meaning}`,
    );
    t.same(help.out.split('Exit codes\n')[1]?.trimEnd().split('\n'), documented);
    const manifest = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    t.equal((await cli(service, ['--version'])).out, `${manifest.version}\n`);
  });

  t.test('signs in with a service token', async (t) => {
    const made = await service.admin.json<{ token: string }>('POST', '/api/service-tokens', {
      name: 'cli',
      role: 'admin',
    });
    const environment = { SLUICE_TOKEN: made.token, SLUICE_EMAIL: '', SLUICE_PASSWORD: '' };
    const ended = await cli(service, ['run', '-c', connectionId, 'select 1 as a'], environment);
    t.equal(ended.out, 'a\r\n1\r\n');
  });

  t.test('on a terminal: asks for the password and shows a table and the progress', async (t) => {
    const args = ['run', '-c', connectionId, 'select pg_sleep(1), 632 as n'];
    const command = [process.execPath, program, ...args].map((each) => `'${each}'`).join(' ');
    const child = spawn('script', ['-qfec', command, '/dev/null'], {
      env: { PATH: process.env['PATH'], SLUICE_URL: service.baseUrl, SLUICE_EMAIL: email },
    });
    let seen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text));
    await until('it asks', () => seen.includes(`Password of ${email}: `));
    child.stdin.write(`${password}x\x7f\r`);
    const [code] = (await once(child, 'close')) as [number];
    t.equal(code, 0);
    t.match(seen, /running statement 1 of 1/);
    t.match(seen, /pg_sleep +n\r\n-+ +-+\r\n +632\r\n\(1 row\)/);
    t.notMatch(seen, password, 'the password is not shown');
  });

  t.test('Ctrl-C cancels the batch and waits for the confirmation', async (t) => {
    const sql = 'select pg_sleep(633)';
    const started = startCli(service, ['run', '-c', connectionId, sql]);
    await untilRunning(service, sql);
    started.child.kill('SIGINT');
    t.equal(await started.ended, 130);
    t.match(await lastBatch(sql), { status: 'cancelled', cancel_outcome: 'confirmed' });
    t.equal(await service.target.running(sql), 0);
  });

  t.test('a second Ctrl-C exits at once', async (t) => {
    const sql = 'select pg_sleep(634)';
    const started = startCli(service, ['run', '-c', connectionId, sql]);
    await untilRunning(service, sql);
    service.api.kill('SIGSTOP');
    started.child.kill('SIGINT');
    const leave = setInterval(() => started.child.kill('SIGINT'), 100);
    t.equal(await started.ended, 130);
    clearInterval(leave);
    service.api.kill('SIGCONT');
    await service.admin.json('PUT', `/api/batches/${(await lastBatch(sql))?.id}/cancel`);
  });

  t.test('exits without a message when its output is closed', async (t) => {
    const started = startCli(service, [
      'run',
      '-c',
      connectionId,
      "select g, repeat('x', 100) from generate_series(1, 300000) g; select pg_sleep(635)",
    ]);
    await once(started.child.stdout, 'data');
    started.child.stdout.destroy();
    t.equal(await started.ended, 141);
    t.equal(started.err(), '');
    t.equal(await service.target.running('pg_sleep(635)'), 0, 'and cancels the rest');
  });

  t.test('100 MB of rows pass through a small heap at the speed of their reader', async (t) => {
    const args = ['run', '-c', connectionId, '--format', 'csv'];
    const sql = `select g, md5(g::text) as hash, repeat('x', ${padding}) as pad
      from generate_series(1, ${many}) g`;
    const started = startCli(service, [...args, sql], {
      // Newer versions of Node let the young generation grow to three times the size unless it is set.
      NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=16',
    });
    started.child.stdout.removeAllListeners('data');
    let mostBytes = 0;
    const hash = createHash('sha256');
    const watch = setInterval(() => {
      void residentPeak(started.child.pid ?? 0).then(
        (peak) => (mostBytes = Math.max(mostBytes, peak)),
      );
    }, 100);
    for await (const text of started.child.stdout as AsyncIterable<string>) {
      hash.update(text);
    }
    clearInterval(watch);
    t.equal(await started.ended, 0);
    t.equal(hash.digest('hex'), manyRowsHash());
    t.ok(mostBytes > 0 && mostBytes < 220 * 1024 * 1024, `${mostBytes >> 20} MiB at most`);
  });
});
