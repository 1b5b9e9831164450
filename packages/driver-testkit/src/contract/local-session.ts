import { sessionOptions, type Contract } from '../contract.js';
import { connected, type Test } from './support.js';

/** For engines whose sessions live with the worker and end with it. */
export async function here(t: Test, c: Contract): Promise<void> {
  await t.test('a session has no handle, and nothing of it outlives its worker', (t) =>
    connected(c, async (connection) => {
      t.equal(connection.executionId, null);
      t.equal(await c.driver.cancelOrphan(c.config, 'any', sessionOptions(c.session)), 'gone');
    }),
  );
}
