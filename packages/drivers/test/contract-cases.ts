import { DriverError, type DriverConnection, type Handover } from '@sluice/drivers';
import type t from 'tap';
import {
  eventually,
  failure,
  read,
  runOptions,
  sessionOptions,
  textOf,
  type Contract,
} from './contract.js';

type Test = typeof t;

/** Runs `body` with a session of its own. */
async function connected(
  c: Contract,
  body: (connection: DriverConnection) => Promise<void>,
): Promise<void> {
  const connection = await c.driver.connect(c.config, sessionOptions(c.session));
  try {
    await body(connection);
  } finally {
    await connection.close();
  }
}

const scalar = async (connection: DriverConnection, sql: string): Promise<unknown> =>
  (await read(connection, sql)).rows[0]?.[0];

const running = async (c: Contract, other: DriverConnection): Promise<unknown> =>
  typeof c.running === 'string' ? scalar(other, c.running) : c.running();

async function rowsAndColumns(t: Test, c: Contract): Promise<void> {
  await t.test('rows are arrays of plain values and columns say their kind', (t) =>
    connected(c, async (connection) => {
      const { rows, accepted, summary } = await read(connection, c.basics);
      t.strictSame(rows, [[1, 'text', c.flag[0], null]]);
      t.strictSame(
        summary.columns?.slice(0, 3).map(({ datatype }) => datatype),
        ['number', 'string', c.flag[1]],
      );
      t.match(summary.columns?.[0], { min: 1, max: 1, maxValueLength: 0 });
      t.match(summary.columns?.[1], { min: null, max: null, maxValueLength: 4 });
      t.match(accepted?.[0], { min: null, maxValueLength: 0 }, 'statistics come at the end');
      t.match(summary, { rowCount: 1, truncatedBy: null, affectedRows: null, command: 'SELECT' });
    }),
  );
  await t.test('nulls are null and leave no trace in the statistics', (t) =>
    connected(c, async (connection) => {
      const { rows, summary } = await read(connection, c.nulls);
      t.strictSame(rows, [[null, null, null]]);
      for (const column of summary.columns ?? []) {
        t.match(column, { min: null, max: null, maxValueLength: 0, maxLineLength: 0 });
      }
    }),
  );
  await t.test('a result without rows still has its columns', (t) =>
    connected(c, async (connection) => {
      const { rows, summary } = await read(connection, c.noRows);
      t.strictSame(rows, []);
      t.strictSame(
        summary.columns?.map(({ name }) => name),
        ['a', 'b'],
      );
    }),
  );
  await t.test('columns of the same name are all kept', (t) =>
    connected(c, async (connection) => {
      const { rows, summary } = await read(connection, c.sameNames);
      t.equal(rows[0]?.length, 2);
      t.strictSame(
        summary.columns?.map(({ name }) => name),
        ['same', 'same'],
      );
    }),
  );
  await t.test('text comes back as it was sent, whatever characters it has', (t) =>
    connected(c, async (connection) => {
      const text = 'a;b "c" \\ é 漢字 🎈\u2028\t\r\n\u0001\u007f;';
      const { rows, summary } = await read(connection, c.literal(text));
      t.strictSame(rows, [[text]]);
      t.match(summary.columns?.[0], { maxValueLength: Array.from(text).length });
    }),
  );
  await t.test('a NUL character in the SQL is refused before it is sent', (t) =>
    connected(c, async (connection) => {
      const error = await failure(read(connection, c.literal('a\0b')));
      t.match(error, { outcome: 'not_run' });
      t.strictSame((await read(connection, c.basics)).rows.length, 1, 'the session goes on');
    }),
  );
  await t.test('a value of 1 MB and the widest result come through', (t) =>
    connected(c, async (connection) => {
      t.equal(String(await scalar(connection, c.wide(1_000_000))).length, 1_000_000);
      t.equal((await read(connection, c.columns(c.maxColumns))).rows[0]?.length, c.maxColumns);
    }),
  );
}

async function limits(t: Test, c: Contract): Promise<void> {
  await t.test(
    'a row limit keeps exactly that many, and says so only when rows were left out',
    (t) =>
      connected(c, async (connection) => {
        for (const limit of [1, 7, 100, 101, 350, 5000]) {
          for (const count of [limit - 1, limit, limit + 1, limit * 3]) {
            const { rows, summary } = await read(connection, c.series(count), { maxRows: limit });
            t.equal(rows.length, Math.min(limit, count), `${String(count)} of ${String(limit)}`);
            t.equal(summary.truncatedBy, count > limit ? 'rows' : null);
            t.equal(summary.rowCount, rows.length);
            t.equal(summary.columns?.[0]?.max ?? 0, rows.length);
          }
        }
      }),
  );
  await t.test('a limit does not end the transaction it is met in', (t) =>
    connected(c, async (connection) => {
      await read(connection, c.createTemporary);
      await read(connection, c.begin);
      await read(connection, c.insert);
      t.equal(
        (await read(connection, c.series(5000), { maxRows: 10 })).summary.truncatedBy,
        'rows',
      );
      t.equal(
        (await read(connection, c.series(50_000), { maxBytes: 1000 })).summary.truncatedBy,
        'bytes',
      );
      t.equal((await read(connection, c.selectKept)).rows.length, 1);
      await read(connection, c.rollback);
      t.equal((await read(connection, c.selectKept)).rows.length, 0);
    }),
  );
  await t.test('a byte limit is never passed, and a result that fits is whole', (t) =>
    connected(c, async (connection) => {
      const bytesOf = async (maxBytes: number | null): Promise<{ bytes: number; cut: boolean }> => {
        const run = await connection.run(c.series(1000), runOptions({ maxBytes }));
        let text = '';
        for await (const chunk of run.chunks) text += (text === '' ? '' : ',\n') + textOf(chunk);
        return { bytes: Buffer.byteLength(text), cut: run.summary().truncatedBy === 'bytes' };
      };
      const whole = await bytesOf(null);
      t.strictSame(await bytesOf(whole.bytes), whole, 'exactly the limit is complete');
      for (const limit of [whole.bytes - 1, 500, 3]) {
        const { bytes, cut } = await bytesOf(limit);
        t.ok(cut && bytes <= limit, `${String(bytes)} of ${String(limit)}`);
      }
    }),
  );
  await t.test('a value above the cap ends the statement before it is in memory', (t) =>
    connected(c, async (connection) => {
      const before = process.memoryUsage.rss();
      let peak = before;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2);
      const error = await failure(read(connection, c.wide(600_000_000)));
      clearInterval(watch);
      t.equal(error.kind, 'limit');
      t.ok(peak - before < 100 * 1024 ** 2, `${String((peak - before) / 1024 ** 2)} MB`);
    }),
  );
  await t.test('a million rows pass a slow reader in flat memory', (t) =>
    connected(c, async (connection) => {
      const run = await connection.run(c.series(1_000_000), runOptions());
      const before = process.memoryUsage.rss();
      let peak = before;
      let rows = 0;
      for await (const chunk of run.chunks) {
        rows += chunk.rowCount;
        await new Promise((resolve) => setTimeout(resolve, 5));
        peak = Math.max(peak, process.memoryUsage.rss());
      }
      t.equal(rows, 1_000_000);
      t.ok(peak - before < 64 * 1024 ** 2, `${String((peak - before) / 1024 ** 2)} MB`);
    }),
  );
}

async function stopping(t: Test, c: Contract): Promise<void> {
  await t.test('a cancelled statement stops in the database, and the session goes on', (t) =>
    connected(c, (connection) =>
      connected(c, async (other) => {
        const abort = new AbortController();
        const failed = failure(read(connection, c.slow, { signal: abort.signal }));
        await eventually('it runs', async () => (await running(c, other)) === 1);
        abort.abort();
        t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
        t.equal(await running(c, other), 0);
        t.equal((await read(connection, c.basics)).rows.length, 1);
      }),
    ),
  );
  await t.test('a time-out is ours: the session cannot lift it', (t) =>
    connected(c, async (connection) => {
      await read(connection, c.liftTimeout);
      const started = Date.now();
      const error = await failure(read(connection, c.slow, { timeoutMs: 200 }));
      t.match(error, { kind: 'timeout', outcome: 'failed' });
      t.ok(Date.now() - started < 5000);
      t.equal((await read(connection, c.basics)).rows.length, 1);
    }),
  );
  await t.test('a signal that was aborted before sends nothing', (t) =>
    connected(c, async (connection) => {
      const error = await failure(read(connection, c.basics, { signal: AbortSignal.abort() }));
      t.match(error, { kind: 'cancelled', outcome: 'not_run' });
    }),
  );
  await t.test('a cancel that comes too late hits nothing', (t) =>
    connected(c, async (connection) => {
      const abort = new AbortController();
      await read(connection, c.basics, { signal: abort.signal });
      abort.abort();
      t.equal((await read(connection, c.series(20_000))).rows.length, 20_000);
    }),
  );
  await t.test(
    'cancels at random moments never hit the statement after',
    { timeout: 120_000 },
    (t) =>
      connected(c, async (connection) => {
        const outcomes = { finished: 0, cancelled: 0 };
        for (let i = 0; i < 500; i++) {
          const abort = new AbortController();
          const rows = c.races[i % c.races.length] ?? 1;
          const statement = read(connection, c.series(rows), { signal: abort.signal });
          const delay = Math.random() * (c.raceMs ?? 3);
          const start = performance.now();
          const tick = (): void => {
            if (performance.now() - start >= delay) abort.abort();
            else setImmediate(tick);
          };
          tick();
          try {
            await statement;
            outcomes.finished++;
          } catch (error) {
            if (!(error instanceof DriverError) || error.outcome !== 'failed') throw error;
            outcomes.cancelled++;
          }
          if ((await read(connection, c.basics)).rows.length !== 1) throw new Error('it was hit');
        }
        t.comment(JSON.stringify(outcomes));
        t.ok(outcomes.cancelled > 0 && outcomes.finished > 0);
      }),
  );
  await t.test('a reader that stops early frees the session', (t) =>
    connected(c, async (connection) => {
      const run = await connection.run(c.series(1_000_000), runOptions());
      for await (const chunk of run.chunks) if (chunk.rowCount > 0) break;
      t.equal((await read(connection, c.basics)).rows.length, 1);
    }),
  );
}

async function failing(t: Test, c: Contract): Promise<void> {
  await t.test("an error has the database's message and its place, and the session goes on", (t) =>
    connected(c, async (connection) => {
      const error = await failure(read(connection, c.badWord));
      t.match(error, { kind: 'sql', outcome: 'failed', position: 8 });
      t.equal((await read(connection, c.basics)).rows.length, 1);
    }),
  );
  await t.test('a second statement at the same time is refused', (t) =>
    connected(c, async (connection) => {
      const run = await connection.run(c.series(10), runOptions());
      t.throws(() => run.summary());
      t.match(await failure(read(connection, c.basics)), { kind: 'internal', outcome: 'not_run' });
      for await (const chunk of run.chunks) t.equal(chunk.rowCount, 10);
      t.equal(run.summary().rowCount, 10);
    }),
  );
  await t.test('closing twice is fine, and closing stops what runs', (t) =>
    connected(c, async (other) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      const failed = failure(read(connection, c.slow));
      await eventually('it runs', async () => (await running(c, other)) === 1);
      await Promise.all([connection.close(), connection.close()]);
      await connection.close();
      t.match(await failed, { kind: 'cancelled' });
      t.ok(connection.closed);
      t.equal(await running(c, other), 0);
    }),
  );
  await t.test('transactions and temporary tables last over statements', (t) =>
    connected(c, async (connection) => {
      await read(connection, c.createTemporary);
      await read(connection, c.begin);
      const { summary } = await read(connection, c.insert);
      t.match(summary, { affectedRows: 1, command: 'INSERT', columns: null });
      await read(connection, c.rollback);
      t.equal((await read(connection, c.selectKept)).rows.length, 0);
    }),
  );
}

/** For engines whose sessions live in a server, where others reach them. */
async function elsewhere(
  t: Test,
  c: Contract,
  server: NonNullable<Contract['server']>,
): Promise<void> {
  await t.test('a session killed while idle is closed, and nothing crashes', (t) =>
    connected(c, async (other) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      await read(other, server.kill(connection.executionId ?? ''));
      await eventually('it is closed', () => connection.closed);
      t.match(await failure(read(connection, c.basics)), {
        kind: 'connection',
        outcome: 'not_run',
      });
      await connection.close();
    }),
  );
  await t.test('a session killed in a statement leaves its outcome unknown', (t) =>
    connected(c, async (other) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      const failed = failure(read(connection, c.slow));
      await eventually('it runs', async () => (await running(c, other)) === 1);
      await read(other, server.kill(connection.executionId ?? ''));
      t.match(await failed, { kind: 'connection', outcome: 'unknown' });
      t.ok(connection.closed);
      await connection.close();
    }),
  );
  await t.test('whoever has its handle ends what a lost session runs, and nothing else', (t) =>
    connected(c, async (other) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      const failed = failure(read(connection, c.slow));
      await eventually('it runs', async () => (await running(c, other)) === 1);
      const id = connection.executionId ?? '';
      const end = (executionId: string): Promise<unknown> =>
        c.driver.cancelOrphan(c.config, executionId, sessionOptions(c.session));
      t.equal(await end(server.anotherExecutionId(id)), 'gone');
      t.equal(await running(c, other), 1, 'another session of its number is left alone');
      t.match(await failure(end('somewhere')), { kind: 'internal' });
      t.equal(await end(id), 'stopped');
      t.match(await failed, { kind: 'connection', outcome: 'unknown' });
      t.equal(await running(c, other), 0);
      t.equal(await end(id), 'gone');
      await connection.close();
    }),
  );
  await t.test('who cannot connect is told so, and nothing was run', async (t) => {
    const wrong = (more: object): Promise<DriverError> =>
      failure(
        c.driver.connect(
          { ...c.config, ...more },
          sessionOptions({ ...c.session, connectTimeoutMs: 2000 }),
        ),
      );
    const secret = 'not the password';
    const refused = await wrong({ password: secret });
    t.match(refused, { kind: 'authentication', outcome: 'not_run' });
    t.notOk(JSON.stringify([refused, refused.message, refused.stack]).includes(secret));
    t.match(await wrong({ port: 1 }), { kind: 'connection', outcome: 'not_run' });
    t.match(await wrong({ host: '' }), { kind: 'connection', outcome: 'not_run' });
    t.match(await wrong({ host: '/tmp' }), { kind: 'connection', outcome: 'not_run' });
  });
}

/** For engines whose sessions live with the worker and end with it. */
async function here(t: Test, c: Contract): Promise<void> {
  await t.test('a session has no handle, and nothing of it outlives its worker', (t) =>
    connected(c, async (connection) => {
      t.equal(connection.executionId, null);
      t.equal(await c.driver.cancelOrphan(c.config, 'any', sessionOptions(c.session)), 'gone');
    }),
  );
}

/** All rows of a statement that goes on in another process. */
async function adopted(
  c: Contract,
  { executionId, session }: Handover,
): Promise<{ connection: DriverConnection; rows: unknown[][] }> {
  const connection = await c.driver.resume?.(c.config, session, sessionOptions(c.session));
  if (!connection?.adopt) throw new Error('it cannot be taken over');
  const run = await connection.adopt(executionId, runOptions());
  const rows: unknown[][] = [];
  for await (const chunk of run.chunks) {
    rows.push(...(JSON.parse(`[${textOf(chunk)}]`) as unknown[][]));
  }
  return { connection, rows };
}

/** For engines whose statements live on the server under ids of their own. */
async function handedOver(
  t: Test,
  c: Contract,
  h: NonNullable<Contract['handover']>,
): Promise<void> {
  const { running } = h;
  /** Starts {@link Contract.slow}, and gives what was handed over. */
  const slow = async (
    connection: DriverConnection,
  ): Promise<{ handover: Handover; failed: Promise<DriverError> }> => {
    const before = await running();
    let handover: Handover | undefined;
    const onHandover = (given: Handover): Promise<void> => {
      handover = given;
      return Promise.resolve();
    };
    const failed = failure(read(connection, c.slow, { onHandover }));
    await eventually('it runs', async () => (await running()) === before + 1);
    await eventually('it is handed over', () => handover !== undefined);
    return { handover: JSON.parse(JSON.stringify(handover)) as Handover, failed };
  };
  await t.test('each statement is handed over once, under its own id', (t) =>
    connected(c, async (connection) => {
      t.equal(connection.executionId, null);
      const ids: string[] = [];
      const onHandover = ({ executionId }: Handover): Promise<void> => {
        ids.push(executionId);
        return Promise.resolve();
      };
      await read(connection, c.basics, { onHandover });
      await read(connection, c.series(5000), { onHandover });
      t.equal(ids.length, 2);
      t.not(ids[0], ids[1]);
    }),
  );
  await t.test('a statement that cannot be handed over is cancelled', (t) =>
    connected(c, async (connection) => {
      const error = await failure(
        read(connection, c.slow, { onHandover: () => Promise.reject(new Error('no')) }),
      );
      // It was cancelled, or never sent where its id is ours to choose.
      t.not(error.outcome, 'unknown');
      t.equal(await running(), 0);
      t.equal((await read(connection, c.basics)).rows.length, 1);
    }),
  );
  await t.test(
    'who takes a statement over reads all of it, and goes on in its session',
    async (t) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      await read(connection, c.createTemporary);
      await read(connection, c.begin);
      await read(connection, c.insert);
      const { handover, failed } = await slow(connection);
      await connection.detach?.();
      t.match(await failed, { kind: 'connection', outcome: 'unknown' });
      t.ok(connection.closed);
      await connection.close();
      t.equal(await running(), 1, 'it goes on');
      const adopting = adopted(c, handover);
      h.finishSlow.finish();
      const { connection: next, rows } = await adopting;
      t.strictSame(rows, [h.finishSlow.row]);
      t.equal((await read(next, c.selectKept)).rows.length, 1, 'the transaction is open still');
      await read(next, c.rollback);
      t.equal((await read(next, c.selectKept)).rows.length, 0);
      await next.close();
    },
  );
  for (const when of ['before', 'after'] as const) {
    await t.test(`a cancel ${when} a statement is taken over stops it`, async (t) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      const { handover, failed } = await slow(connection);
      await connection.detach?.();
      await failed;
      const next = await c.driver.resume?.(c.config, handover.session, sessionOptions(c.session));
      const abort = new AbortController();
      if (when === 'before') abort.abort();
      const options = runOptions({ signal: abort.signal });
      const cancelled = failure(next?.adopt?.(handover.executionId, options) ?? Promise.resolve());
      abort.abort();
      t.match(await cancelled, { kind: 'cancelled', outcome: 'failed' });
      t.equal(await running(), 0);
      await next?.close();
    });
  }
  await t.test('what the server knows nothing of is unknown, not run again', (t) =>
    connected(c, async (connection) => {
      const error = await failure(
        connection.adopt?.(h.anotherExecutionId, runOptions()) ?? Promise.resolve(),
      );
      t.match(error, { outcome: 'unknown' });
    }),
  );
  await t.test('whoever has its id ends a lost statement, and nothing else', async (t) => {
    const connection = await c.driver.connect(c.config, sessionOptions(c.session));
    const { handover, failed } = await slow(connection);
    await connection.detach?.();
    await failed;
    const end = (executionId: string): Promise<unknown> =>
      c.driver.cancelOrphan(c.config, executionId, sessionOptions(c.session));
    t.equal(await end(h.anotherExecutionId), 'gone');
    t.equal(await running(), 1, 'another one is left alone');
    t.match(await failure(end('somewhere')), { kind: 'internal' });
    t.equal(await end(handover.executionId), 'stopped');
    t.equal(await running(), 0);
    t.equal(await end(handover.executionId), 'gone');
  });
  await t.test('who cannot sign in is told so, and no secret is', async (t) => {
    const options = sessionOptions({ ...c.session, connectTimeoutMs: 2000 });
    const refused = await failure(c.driver.connect({ ...c.config, ...h.denied }, options));
    t.match(refused, { kind: 'authentication', outcome: 'not_run' });
    const text = JSON.stringify([refused, refused.message, refused.stack]);
    for (const secret of Object.values(h.denied)) t.notOk(text.includes(String(secret)));
    const unreachable = failure(c.driver.connect({ ...c.config, ...h.unreachable }, options));
    t.match(await unreachable, { kind: 'connection', outcome: 'not_run' });
  });
}

/** Every test that any driver has to pass. */
export async function contract(t: Test, c: Contract): Promise<void> {
  await rowsAndColumns(t, c);
  await limits(t, c);
  await stopping(t, c);
  await failing(t, c);
  if (c.handover) await handedOver(t, c, c.handover);
  else await (c.server ? elsewhere(t, c, c.server) : here(t, c));
}
