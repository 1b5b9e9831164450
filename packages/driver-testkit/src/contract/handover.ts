import { type DriverError, type DriverConnection, type Handover } from '@sluice/driver-kit';
import {
  eventually,
  failure,
  read,
  runOptions,
  sessionOptions,
  textOf,
  type Contract,
} from '../contract.js';
import { connected, type Test } from './support.js';

/** Adopts a statement in a new session and reads all its rows. */
async function adopted(
  c: Contract,
  { executionId, session }: Handover,
): Promise<{ connection: DriverConnection; rows: unknown[][] }> {
  const connection = await c.driver.resume?.(c.config, session, sessionOptions(c.session));
  if (!connection?.adopt) throw new Error('The session cannot be resumed');
  const run = await connection.adopt(executionId, runOptions());
  const rows: unknown[][] = [];
  for await (const chunk of run.chunks) {
    rows.push(...(JSON.parse(`[${textOf(chunk)}]`) as unknown[][]));
  }
  return { connection, rows };
}

/** Tests for engines whose statements have their own ids on the server. */
export async function testHandover(
  t: Test,
  c: Contract,
  h: NonNullable<Contract['handover']>,
): Promise<void> {
  const { running } = h;
  /** Starts {@link Contract.slow} and returns its handover. */
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
    await eventually('the statement is running', async () => (await running()) === before + 1);
    await eventually('the statement is handed over', () => handover !== undefined);
    return { handover: JSON.parse(JSON.stringify(handover)) as Handover, failed };
  };
  await t.test('each statement is handed over once with its own id', (t) =>
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
  await t.test('a statement whose handover fails is cancelled', (t) =>
    connected(c, async (connection) => {
      const error = await failure(
        read(connection, c.slow, { onHandover: () => Promise.reject(new Error('no')) }),
      );
      // The statement was cancelled, or not sent if the driver chooses its id.
      t.not(error.outcome, 'unknown');
      t.equal(await running(), 0);
      t.equal((await read(connection, c.basics)).rows.length, 1);
    }),
  );
  await t.test('an adopting session reads the whole result and stays usable', async (t) => {
    const connection = await c.driver.connect(c.config, sessionOptions(c.session));
    await read(connection, c.createTemporary);
    await read(connection, c.begin);
    await read(connection, c.insert);
    const { handover, failed } = await slow(connection);
    await connection.detach?.();
    t.match(await failed, { kind: 'connection', outcome: 'unknown' });
    t.ok(connection.closed);
    await connection.close();
    t.equal(await running(), 1, 'the statement still runs');
    const adopting = adopted(c, handover);
    h.finishSlow.finish();
    const { connection: next, rows } = await adopting;
    t.strictSame(rows, [h.finishSlow.row]);
    t.equal((await read(next, c.selectKept)).rows.length, 1, 'the transaction is still open');
    await read(next, c.rollback);
    t.equal((await read(next, c.selectKept)).rows.length, 0);
    await next.close();
  });
  for (const when of ['before', 'after'] as const) {
    await t.test(`a cancel ${when} the adoption stops the statement`, async (t) => {
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
  await t.test('an unknown statement has an unknown outcome and is not run again', (t) =>
    connected(c, async (connection) => {
      const error = await failure(
        connection.adopt?.(h.anotherExecutionId, runOptions()) ?? Promise.resolve(),
      );
      t.match(error, { outcome: 'unknown' });
    }),
  );
  await t.test('cancelOrphan stops only the statement of the given id', async (t) => {
    const connection = await c.driver.connect(c.config, sessionOptions(c.session));
    const { handover, failed } = await slow(connection);
    await connection.detach?.();
    await failed;
    const end = (executionId: string): Promise<unknown> =>
      c.driver.cancelOrphan(c.config, executionId, sessionOptions(c.session));
    t.equal(await end(h.anotherExecutionId), 'gone');
    t.equal(await running(), 1, 'another statement is not affected');
    t.match(await failure(end('not an id')), { kind: 'internal' });
    t.equal(await end(handover.executionId), 'stopped');
    t.equal(await running(), 0);
    t.equal(await end(handover.executionId), 'gone');
  });
  await t.test('a failed sign-in reports its kind and no secret', async (t) => {
    const options = sessionOptions({ ...c.session, connectTimeoutMs: 2000 });
    const refused = await failure(c.driver.connect({ ...c.config, ...h.denied }, options));
    t.match(refused, { kind: 'authentication', outcome: 'not_run' });
    const text = JSON.stringify([refused, refused.message, refused.stack]);
    for (const secret of Object.values(h.denied)) t.notOk(text.includes(String(secret)));
    const unreachable = failure(c.driver.connect({ ...c.config, ...h.unreachable }, options));
    t.match(await unreachable, { kind: 'connection', outcome: 'not_run' });
  });
}
