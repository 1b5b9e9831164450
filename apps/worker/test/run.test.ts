import type { Statement } from '@sluice/contracts';
import { queueBackends, startService, until } from '@sluice/testkit';
import t from 'tap';

for (const queue of queueBackends) {
  t.test(`running batches with the queue on ${queue}`, async (t) => {
    const service = await startService({
      queue,
      settings: { SERVICE_QUERY_RESULT_MAX_ROWS: '1000', SERVICE_QUERY_RESULT_MAX_BYTES: '200000' },
    });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;
    const run = (sql: string) => admin.run(connectionId, sql);

    t.test('gives the rows, the columns and the times of one statement', async (t) => {
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
      t.same(starts, [...starts].sort(), 'each starts after the one before');
    });

    t.test('gives batches that change something sessions that nobody used before', async (t) => {
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

    t.test(
      'lets nothing of a batch be seen by the next, also on a session used again',
      async (t) => {
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
          'a changed role counts at once',
        );
        await run(`alter role ${user} in database ${service.target.name} reset work_mem`);
      },
    );

    t.test('gives no user the session that another had, on the same worker', async (t) => {
      const people = [
        await service.addEditor('ann@example.com'),
        await service.addEditor('bob@example.com'),
      ];
      const sessions: Set<unknown>[] = [new Set(), new Set()];
      for (let round = 0; round < 5; round++) {
        for (const [index, person] of people.entries()) {
          const mark = `mark-of-${index}`;
          const batch = await person.run(
            connectionId,
            `select pg_backend_pid(), current_setting('sluice.mark', true),
               set_config('sluice.mark', '${mark}', false)`,
          );
          const [row = []] = await person.rows(batch.statements[0]!.id);
          sessions[index]!.add(row[0]);
          t.notOk(row[1], 'nobody’s mark is there');
        }
      }
      const [ann = new Set(), bob = new Set()] = sessions;
      t.same(
        [...ann].filter((pid) => bob.has(pid)),
        [],
      );
      t.ok(ann.size + bob.size < 10, 'though sessions are used again, by their own user');
    });

    t.test('stops at the first statement that fails and says where', async (t) => {
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

    t.test('keeps values exact, duplicate names and the columns of no rows', async (t) => {
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
    });

    t.test('a statement without rows has no columns and an empty result', async (t) => {
      const batch = await run('create table made (id int); insert into made values (1), (2)');
      t.match(batch.statements, [
        { columns: null, rowCount: null, resultsPath: null, command: 'CREATE TABLE' },
        { columns: null, resultsPath: null, command: 'INSERT', affectedRows: 2 },
      ]);
      t.same(await admin.rows(batch.statements[1]!.id), []);
    });

    t.test('limits by reading, and says so only when rows were left out', async (t) => {
      const exactly = await run('select g from generate_series(1, 1000) g');
      t.match(exactly.statements[0], { rowCount: 1000, incomplete: false, truncatedBy: null });
      const beyond = await run('begin; select g from generate_series(1, 1001) g; commit; select 1');
      t.equal(beyond.status, 'finished');
      t.match(beyond.statements[1], { rowCount: 1000, incomplete: true, truncatedBy: 'rows' });
      const wide = await run("select repeat('x', 1000) from generate_series(1, 1000)");
      const statement = wide.statements[0]!;
      t.match(statement, { status: 'finished', incomplete: true, truncatedBy: 'bytes' });
      t.ok(statement.bytes! <= 200_000, `${String(statement.bytes)} bytes`);
      t.equal((await admin.rows(statement.id)).length, statement.rowCount);
    });

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

    t.test('rows can be read while the statement still runs', async (t) => {
      // PostgreSQL sends when 8 KiB have come together: rows of 1 KB are seen a few at a time.
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
  throw new Error('No rows were seen while the statement ran');
}
