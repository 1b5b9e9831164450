import type {
  ConnectionConfig,
  Driver,
  DriverConnection,
  SessionOptions,
} from '@sluice/driver-kit';
import { read, sessionOptions } from './contract.js';

/** Opens sessions of one engine for tests. */
export interface Sessions {
  /** Opens a session; `config` and `options` are added to the defaults of the engine. */
  connect(config?: ConnectionConfig, options?: Partial<SessionOptions>): Promise<DriverConnection>;
  /** Runs `body` with a new session and closes it. */
  connected(
    body: (connection: DriverConnection) => Promise<void>,
    config?: ConnectionConfig,
    options?: Partial<SessionOptions>,
  ): Promise<void>;
}

export function sessionsOf(
  driver: Driver,
  common: ConnectionConfig,
  commonOptions: Partial<SessionOptions> = {},
): Sessions {
  const connect: Sessions['connect'] = (config = {}, options = {}) =>
    driver.connect({ ...common, ...config }, sessionOptions({ ...commonOptions, ...options }));
  return {
    connect,
    connected: async (body, config, options) => {
      const connection = await connect(config, options);
      try {
        await body(connection);
      } finally {
        await connection.close();
      }
    },
  };
}

/** Returns all rows of a statement. */
export const rowsOf = async (connection: DriverConnection, sql: string): Promise<unknown[][]> =>
  (await read(connection, sql)).rows;
