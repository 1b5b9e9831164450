import type { Statement } from '@sluice/contracts';
import { queueBackends, startService, until } from '@sluice/testkit';
import t from 'tap';

for (const queue of queueBackends) {
  t.test(`running batches with the queue on ${queue}`, async (t) => {
    const service = await startService({
      queue,
      workersInProcess: true,
      settings: { SERVICE_QUERY_RESULT_MAX_ROWS: '1000', SERVICE_QUERY_RESULT_MAX_BYTES: '200000' },
    });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;
    const run = (sql: string) => admin.run(connectionId, sql);

    t.test('returns the rows, columns and times of a statement', async (t) => {
      const batch = await run("select 1 as one, 'two' as two, null::int as none");
      t.match(batch, { status: 'finished', batchText: /select 1/ });
      t.ok(batch.durationMs !== null && batch.durationMs >= 0);
      const statement = batch.statements[0]!;
      t.match(statement, { status: 'finished', rowCount: 1, incomplete: false, error: null });
      t.match(statement.columns, [
        { name: 'one', datatype: 'number', min: 1, max: 1, maxValueLength: 0 },
        { name: 'two', datatype: 'string', min: null, max: null, maxValueLength: 3 },
        { name: 'none', datatype: 'number', min: null, max: null },
      ]);
      t.same(await admin.rows(statement.id), [[1, 'two', null]]);
    });

    t.test('runs the statements of a batch in order on one connection', async (t) => {
      const batch = await run(`
        create temporary table steps (id int, pid int);
        begin;
        insert into steps select 1, pg_backend_pid();
        insert into steps select 2, pg_backend_pid();
        commit;
        select count(*)::int, count(distinct pid)::int from steps`);
      t.equal(batch.status, 'finished');
      t.same(
        batch.statements.map(({ sequence, status, command }) => [sequence, status, command]),
        [
          [1, 'finished', 'CREATE TABLE'],
          [2, 'finished', 'BEGIN'],
          [3, 'finished', 'INSERT'],
          [4, 'finished', 'INSERT'],
          [5, 'finished', 'COMMIT'],
          [6, 'finished', 'SELECT'],
        ],
      );
      t.same(await admin.rows(batch.statements[5]!.id), [[2, 1]]);
      const starts = batch.statements.map((statement) => statement.startTime ?? '');
      t.same(starts, [...starts].sort(), 'each statement starts after the previous one');
    });

    t.test('gives batches that change data unused sessions', async (t) => {
      const pids = new Set<unknown>();
      for (let count = 0; count < 20; count++) {
        const batch = await run('create temporary table mine (id int); select pg_backend_pid()');
        t.equal(batch.status, 'finished');
        pids.add((await admin.rows(batch.statements[1]!.id))[0]?.[0]);
      }
      t.equal(pids.size, 20);
      await until('no session is left', async () => {
        const left = await service.target.query(
          `select from pg_stat_activity
           where datname = current_database() and application_name = 'sluice'`,
        );
        return left.length === 0;
      });
    });

    t.test('shows nothing of a batch to the next one, even on a reused session', async (t) => {
      await run("select set_config('work_mem', '7MB', false); select pg_advisory_lock(1)");
      const next = await run(`select current_setting('work_mem'),
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())`);
      t.same(await admin.rows(next.statements[0]!.id), [['4MB', 0]]);
      const user = new URL(service.target.url).username;
      await run(`alter role ${user} in database ${service.target.name} set work_mem to '9MB'`);
      const changed = await run("select current_setting('work_mem')");
      t.same(
        await admin.rows(changed.statements[0]!.id),
        [['9MB']],
        'a changed role takes effect at once',
      );
      await run(`alter role ${user} in database ${service.target.name} reset work_mem`);
    });

    t.test('never runs the batch of another user in an idle session', async (t) => {
      const other = await service.addEditor(`other-${queue}@example.com`);
      const session = `select pid || ' ' || backend_start from pg_stat_activity
        where pid = pg_backend_pid()`;
      const used = new Map([admin, other].map((client) => [client, [] as string[]]));
      const isReused = (names: string[]): boolean => new Set(names).size < names.length;
      // Alternating on the one worker, until each user has been given a reused session.
      for (let turn = 0; turn < 40 && ![...used.values()].every(isReused); turn++) {
        for (const [client, names] of used) {
          const { statements } = await client.run(service.connectionId, session);
          names.push(String((await client.rows(statements[0]!.id))[0]?.[0]));
        }
      }
      const [ofAdmin = [], ofOther = []] = used.values();
      t.ok(isReused(ofAdmin) && isReused(ofOther), 'sessions are reused');
      t.same(
        ofAdmin.filter((name) => ofOther.includes(name)),
        [],
        'and never by the other user',
      );
    });

    t.test('stops at the first failing statement and reports the position', async (t) => {
      const batch = await run('select 1; select\n  nothing_here; select 3');
      t.equal(batch.status, 'error');
      t.same(
        batch.statements.map((statement) => statement.status),
        ['finished', 'error', 'cancelled'],
      );
      const [, failed, rest] = batch.statements;
      t.match(failed?.error, {
        title: 'column "nothing_here" does not exist',
        outcome: 'failed',
        sqlState: '42703',
        kind: 'sql',
        line: 2,
        column: 3,
      });
      t.match(rest, { startTime: null, stopTime: null, error: null });
      t.same(await admin.rows(batch.statements[0]!.id), [[1]]);
      const missing = await admin.request('GET', `/api/statements/${failed!.id}/results`);
      t.equal(missing.status, 404);
      t.match(await missing.json(), { title: 'Not found', code: 'results_not_ready' });
    });

    t.test(
      'returns exact values, duplicate names and the columns of an empty result',
      async (t) => {
        const exact = await run(`select 9007199254740993::int8 as a, 1.10::numeric(10,2) as a,
        'NaN'::float8, '\\x00ff'::bytea, array[[1,2],[3,null]], '{"k": 1}'::jsonb,
        timestamptz '2024-02-29 12:00:00.123456+02', date '2024-02-29', interval '1 day 2 hours'`);
        t.same(await admin.rows(exact.statements[0]!.id), [
          [
            '9007199254740993',
            '1.10',
            'NaN',
            '\\x00ff',
            [
              [1, 2],
              [3, null],
            ],
            { k: 1 },
            '2024-02-29T10:00:00.123456Z',
            '2024-02-29',
            'P1DT2H',
          ],
        ]);
        const empty = await run('select 1 as x, 2 as x where false');
        t.match(empty.statements[0], { rowCount: 0, columns: [{ name: 'x' }, { name: 'x' }] });
        t.same(await admin.rows(empty.statements[0]!.id), []);
      },
    );

    t.test('a statement without rows has no columns and an empty result', async (t) => {
      const batch = await run('create table made (id int); insert into made values (1), (2)');
      t.match(batch.statements, [
        { columns: null, rowCount: null, resultsPath: null, command: 'CREATE TABLE' },
        { columns: null, resultsPath: null, command: 'INSERT', affectedRows: 2 },
      ]);
      t.same(await admin.rows(batch.statements[1]!.id), []);
    });

    t.test(
      'applies limits while reading, and reports them only if rows were omitted',
      async (t) => {
        const exactly = await run('select g from generate_series(1, 1000) g');
        t.match(exactly.statements[0], { rowCount: 1000, incomplete: false, truncatedBy: null });
        const beyond = await run(
          'begin; select g from generate_series(1, 1001) g; commit; select 1',
        );
        t.equal(beyond.status, 'finished');
        t.match(beyond.statements[1], { rowCount: 1000, incomplete: true, truncatedBy: 'rows' });
        const wide = await run("select repeat('x', 1000) from generate_series(1, 1000)");
        const statement = wide.statements[0]!;
        t.match(statement, { status: 'finished', incomplete: true, truncatedBy: 'bytes' });
        t.ok(statement.bytes! <= 200_000, `${String(statement.bytes)} bytes`);
        t.equal((await admin.rows(statement.id)).length, statement.rowCount);
      },
    );

    t.test('pages of a result are its slices', async (t) => {
      const batch = await run("select g, 'row ' || g from generate_series(1, 900) g");
      const { id } = batch.statements[0]!;
      const whole = await admin.rows(id);
      for (const [offset, limit] of [
        [0, 1],
        [10, 25],
        [899, 5],
        [900, 5],
        [5000, 1],
      ] as const) {
        const page = await admin.json(
          'GET',
          `/api/statements/${id}/results?offset=${offset}&limit=${limit}`,
        );
        t.same(page, whole.slice(offset, offset + limit));
      }
    });

    t.test('rows can be read while the statement runs', async (t) => {
      // PostgreSQL sends once 8 KiB are buffered: rows of 1 KB arrive a few at a time.
      const { id } = await admin.submit(
        connectionId,
        "select g, pg_sleep(0.1)::text, repeat('x', 1000) from generate_series(1, 400) g",
      );
      const seen = await seeRowsWhileRunning(service.admin, id);
      t.equal(seen.status, 'started');
      t.same(seen.rows[0]?.slice(0, 2), [1, '']);
      await admin.json('PUT', `/api/batches/${id}/cancel`);
      t.equal((await admin.finalBatch(id)).status, 'cancelled');
    });

    t.test('runs the selected text instead of the whole', async (t) => {
      const batch = await admin.json<{ id: string }>('POST', '/api/batches', {
        connectionId,
        batchText: 'select 1; select 2',
        selectedText: 'select 2 as chosen',
      });
      const ended = await admin.finalBatch(batch.id);
      t.match(ended, { batchText: 'select 1; select 2', selectedText: 'select 2 as chosen' });
      t.equal(ended.statements.length, 1);
    });
  });
}

async function seeRowsWhileRunning(
  admin: { json<T>(method: string, path: string): Promise<T> },
  batchId: string,
): Promise<{ status: string; rows: unknown[][] }> {
  for (let tries = 0; tries < 500; tries++) {
    const [statement] = await admin.json<Statement[]>('GET', `/api/batches/${batchId}/statements`);
    if (statement?.status === 'started' && (statement.rowCount ?? 0) > 0) {
      const path = `/api/statements/${statement.id}/results?offset=0&limit=5`;
      return { status: statement.status, rows: await admin.json<unknown[][]>('GET', path) };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('No rows were visible while the statement ran');
}
