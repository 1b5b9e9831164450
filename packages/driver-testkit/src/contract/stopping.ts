import { DriverError } from '@sluice/driver-kit';
import { isDeep } from '@sluice/testkit';
import { eventually, failure, read, runOptions, type Contract } from '../contract.js';
import { connected, running, type Test } from './support.js';

/** Statements that are cancelled at random times. `npm test` tries each of the four lengths 25 times. */
const RACES = isDeep ? 500 : 100;

/** At most this many times the rows of {@link Contract.races}. */
const MAX_FACTOR = 16;

/** Tests of cancelling and of timeouts. */
export async function testStopping(t: Test, c: Contract): Promise<void> {
  await t.test('a cancelled statement stops in the database and the session stays usable', (t) =>
    connected(c, (connection) =>
      connected(c, async (other) => {
        const abort = new AbortController();
        const failed = failure(read(connection, c.slow, { signal: abort.signal }));
        await eventually('the statement is running', async () => (await running(c, other)) === 1);
        abort.abort();
        t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
        t.equal(await running(c, other), 0);
        t.equal((await read(connection, c.basics)).rows.length, 1);
      }),
    ),
  );
  await t.test('the session cannot disable the timeout of the driver', (t) =>
    connected(c, async (connection) => {
      await read(connection, c.liftTimeout);
      const started = Date.now();
      const error = await failure(read(connection, c.slow, { timeoutMs: 200 }));
      t.match(error, { kind: 'timeout', outcome: 'failed' });
      t.ok(Date.now() - started < 5000);
      t.equal((await read(connection, c.basics)).rows.length, 1);
    }),
  );
  await t.test('an aborted signal sends nothing', (t) =>
    connected(c, async (connection) => {
      const error = await failure(read(connection, c.basics, { signal: AbortSignal.abort() }));
      t.match(error, { kind: 'cancelled', outcome: 'not_run' });
    }),
  );
  await t.test('a late cancel has no effect', (t) =>
    connected(c, async (connection) => {
      const abort = new AbortController();
      await read(connection, c.basics, { signal: abort.signal });
      abort.abort();
      t.equal((await read(connection, c.series(20_000))).rows.length, 20_000);
    }),
  );
  await t.test(
    'a cancel at a random time never affects the next statement',
    { timeout: 120_000 },
    (t) =>
      connected(c, async (connection) => {
        const outcomes = { finished: 0, cancelled: 0 };
        const firstMs = c.raceMs ?? 3;
        // On a busy machine, all statements of one length may finish before their cancel, or none. So the next statement is
        // longer after one that finished, and shorter and cancelled later after one that was cancelled.
        let factor = 1;
        let maxMs = firstMs;
        for (let i = 0; i < RACES; i++) {
          const abort = new AbortController();
          const rows = (c.races[i % c.races.length] ?? 1) * factor;
          const statement = read(connection, c.series(rows), { signal: abort.signal });
          const delay = Math.random() * maxMs;
          const start = performance.now();
          const tick = (): void => {
            if (performance.now() - start >= delay) abort.abort();
            else setImmediate(tick);
          };
          tick();
          try {
            await statement;
            outcomes.finished++;
            factor = Math.min(MAX_FACTOR, factor * 2);
            maxMs = firstMs;
          } catch (error) {
            if (!(error instanceof DriverError) || error.outcome !== 'failed') throw error;
            outcomes.cancelled++;
            factor = Math.max(1, factor / 2);
            maxMs *= 1.5;
          }
          if ((await read(connection, c.basics)).rows.length !== 1)
            throw new Error('The cancel affected the next statement');
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
