import { type DriverError } from '@sluice/driver-kit';
import { eventually, failure, read, sessionOptions, type Contract } from '../contract.js';
import { connected, running, type Test } from './support.js';

/** Tests for engines whose sessions run on a server, where other sessions can reach them. */
export async function testSharedServer(
  t: Test,
  c: Contract,
  server: NonNullable<Contract['server']>,
): Promise<void> {
  await t.test('a session killed while idle is reported as closed', (t) =>
    connected(c, async (other) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      await read(other, server.kill(connection.executionId ?? ''));
      await eventually('the session is closed', () => connection.closed);
      t.match(await failure(read(connection, c.basics)), {
        kind: 'connection',
        outcome: 'not_run',
      });
      await connection.close();
    }),
  );
  await t.test('killing a session during a statement leaves the outcome unknown', (t) =>
    connected(c, async (other) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      const failed = failure(read(connection, c.slow));
      await eventually('the statement is running', async () => (await running(c, other)) === 1);
      await read(other, server.kill(connection.executionId ?? ''));
      t.match(await failed, { kind: 'connection', outcome: 'unknown' });
      t.ok(connection.closed);
      await connection.close();
    }),
  );
  await t.test('cancelOrphan stops only the statement of the given execution id', (t) =>
    connected(c, async (other) => {
      const connection = await c.driver.connect(c.config, sessionOptions(c.session));
      const failed = failure(read(connection, c.slow));
      await eventually('the statement is running', async () => (await running(c, other)) === 1);
      const id = connection.executionId ?? '';
      const end = (executionId: string): Promise<unknown> =>
        c.driver.cancelOrphan(c.config, executionId, sessionOptions(c.session));
      t.equal(await end(server.anotherExecutionId(id)), 'gone');
      t.equal(await running(c, other), 1, 'another session with the same number is not affected');
      t.match(await failure(end('not an id')), { kind: 'internal' });
      t.equal(await end(id), 'stopped');
      t.match(await failed, { kind: 'connection', outcome: 'unknown' });
      t.equal(await running(c, other), 0);
      t.equal(await end(id), 'gone');
      await connection.close();
    }),
  );
  await t.test('a failed connect reports its kind and that nothing was run', async (t) => {
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
