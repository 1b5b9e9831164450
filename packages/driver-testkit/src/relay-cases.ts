import type { ConnectionConfig, Driver, DriverConnection } from '@sluice/driver-kit';
import { isDeep, startCuttingRelay } from '@sluice/testkit';
import type { Test } from 'tap';
import { read, sessionOptions } from './contract.js';
import { seed } from './values/random.js';

/** A server behind a relay and the statements to read from it. */
export interface RelayedServer {
  driver: Driver;
  /** Port of the server. */
  port: number;
  /** Returns the connection fields for a port. */
  configAt: (port: number) => ConnectionConfig;
  /** Statements that return values of every type and one large result. */
  statements: string[];
}

/** Every size up to 64 bytes; some of them in `npm test`. */
const smallSizes = isDeep
  ? Array.from({ length: 64 }, (_, index) => index + 1)
  : [1, 2, 3, 5, 8, 13, 31, 64];

/** Returns a deterministic generator of numbers from 1 to `most`. */
function numbersTo(most: number, from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * most);
  };
}

/** Tests that connecting and reading do not depend on how the network splits the bytes. */
export async function testRelay(t: Test, given: RelayedServer): Promise<void> {
  const { driver, configAt, statements } = given;
  const relay = await startCuttingRelay(given.port);
  t.teardown(() => relay.stop());

  const answers = async (port: number): Promise<unknown[]> => {
    const connection: DriverConnection = await driver.connect(configAt(port), sessionOptions());
    try {
      const all: unknown[] = [];
      for (const sql of statements) {
        const { rows, summary } = await read(connection, sql);
        all.push([rows, summary.columns]);
      }
      return all;
    } finally {
      await connection.close();
    }
  };
  const direct = await answers(given.port);

  const same = async (t: Test, name: string, size: () => number): Promise<boolean> => {
    const before = relay.pieces();
    relay.cut(size);
    const cut = await answers(relay.port);
    t.ok(relay.pieces() > before, `${name}: the relay forwarded it`);
    return t.strictSame(cut, direct, name);
  };
  await t.test('results are the same for read sizes from 1 to 64 bytes', async (t) => {
    for (const size of [...smallSizes, 100, 300]) {
      if (!(await same(t, `reads of ${String(size)} bytes`, () => size))) break;
    }
  });
  await t.test('results are the same for random read sizes', async (t) => {
    for (const most of [16, 256, 4096, 65_536]) {
      const name = `reads of up to ${String(most)} bytes, seed ${String(seed)}`;
      if (!(await same(t, name, numbersTo(most, seed)))) break;
    }
  });
}
