import { sessionOptions, type Contract } from '../contract.js';
import { connected, type Test } from './support.js';

/** Tests for engines whose sessions run in the worker and end with it. */
export async function testLocalSession(t: Test, c: Contract): Promise<void> {
  await t.test('a session has no execution id and nothing outlives its worker', (t) =>
    connected(c, async (connection) => {
      t.equal(connection.executionId, null);
      t.equal(await c.driver.cancelOrphan(c.config, 'any', sessionOptions(c.session)), 'gone');
    }),
  );
}
