import {
  eventually,
  failure,
  read,
  runOptions,
  sessionOptions,
  type Contract,
} from '../contract.js';
import { connected, running, type Test } from './support.js';

/** Tests of errors and of the session after them. */
export async function testErrors(t: Test, c: Contract): Promise<void> {
  await t.test(
    'an error has the message and position of the database, and the session stays usable',
    (t) =>
      connected(c, async (connection) => {
        const error = await failure(read(connection, c.badWord));
        t.match(error, { kind: 'sql', outcome: 'failed', position: 8 });
        t.equal((await read(connection, c.basics)).rows.length, 1);
      }),
  );
  await t.test('a second statement at the same time is rejected', (t) =>
    connected(c, async (connection) => {
      const run = await connection.run(c.series(10), runOptions());
      t.throws(() => run.summary());
      t.match(await failure(read(connection, c.basics)), { kind: 'internal', outcome: 'not_run' });
      for await (const chunk of run.chunks) t.equal(chunk.rowCount, 10);
      t.equal(run.summary().rowCount, 10);
    }),
  );
  await t.test('close may be called twice and stops a running statement', (t) =>
    connected(c, async (other) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      const failed = failure(read(connection, c.slow));
      await eventually('the statement is running', async () => (await running(c, other)) === 1);
      await Promise.all([connection.close(), connection.close()]);
      await connection.close();
      t.match(await failed, { kind: 'cancelled' });
      t.ok(connection.closed);
      t.equal(await running(c, other), 0);
    }),
  );
  await t.test('transactions and temporary tables persist across statements', (t) =>
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
