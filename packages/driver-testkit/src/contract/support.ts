import type t from 'tap';
import { type DriverConnection } from '@sluice/driver-kit';
import { read, sessionOptions, type Contract } from '../contract.js';

/** A tap test. */
export type Test = typeof t;

/** Runs `body` with a new session and closes it. */
export async function connected(
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

/** Returns the single value of a statement. */
export const scalar = async (connection: DriverConnection, sql: string): Promise<unknown> =>
  (await read(connection, sql)).rows[0]?.[0];

/** Returns the number of sessions that run {@link Contract.slow}. */
export const running = async (c: Contract, other: DriverConnection): Promise<unknown> =>
  typeof c.running === 'string' ? scalar(other, c.running) : c.running();
