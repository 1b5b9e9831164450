import type { Socket } from 'node:net';
import pg from 'pg';
import { connectError } from '@sluice/driver-kit/connect/connect-error';
import { dialForClient, StartupReader } from '@sluice/driver-kit/connect/dial';
import type { Targets } from '@sluice/driver-kit';
import type { SignInOptions } from '@sluice/driver-kit/connect/establish';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import { guardAuthentication } from './authentication.js';
import { refusalCodes } from './errors.js';
import type { Settings } from './settings.js';
import { PostgresSocket } from './postgres-socket.js';
import { createStartupCheck } from './startup-check.js';

/** A session after authentication. */
export interface Started {
  socket: PostgresSocket;
  /** Pid of BackendKeyData, for cancel requests; 0 if the server sent none. A pooler invents it. */
  processId: number;
  secretKey: number;
  /** Targets of the same server: a name can have several. */
  targets: Targets;
}

/** pg's client with a fixed startup packet: pg's own reads values from the process environment. */
class StartupClient extends pg.Client {
  constructor(
    config: pg.ClientConfig,
    private readonly startup: Record<string, string>,
  ) {
    super(config);
  }

  getStartupConf(): Record<string, string> {
    return this.startup;
  }
}

/** Connects, negotiates TLS and authenticates with pg, then takes over the socket. */
export async function start(settings: Settings, options: SignInOptions): Promise<Started> {
  options.signal.throwIfAborted();
  const startupReader = new StartupReader(createStartupCheck());
  const endpoint = { ...settings, postgresDatabase: settings.database };
  const { socket, targets } = await dialForClient(startupReader, endpoint, options);
  const client = clientFor(settings, socket);
  const parameters = new Map<string, string>();
  const keys = { processId: 0, secretKey: 0 };
  const { connection } = client;
  guardAuthentication(connection, settings);
  connection.on('parameterStatus', (m: { parameterName: string; parameterValue: string }) => {
    parameters.set(m.parameterName, m.parameterValue);
  });
  connection.on('backendKeyData', (m: { processID: number; secretKey: number }) => {
    keys.processId = m.processID;
    keys.secretKey = m.secretKey;
  });
  // pg's errors are irrelevant after the socket is taken over.
  client.on('error', () => undefined);
  const giveUp = (): void => {
    connection.stream.destroy(new Error('Connect was cancelled'));
    socket.destroy();
  };
  const connected = (): Promise<PostgresSocket> =>
    new Promise((resolve, reject) => {
      connection.on(settings.tls ? 'sslconnect' : 'connect', () => {
        startupReader.intercept(connection.stream);
      });
      client.connect((error: Error | null) => {
        if (error) reject(error);
        else resolve(startupReader.handOver(new PostgresSocket(connection.stream, parameters)));
      });
    });
  try {
    const session = await unlessAborted(options.signal, giveUp, connected);
    return { socket: session, ...keys, targets };
  } catch (error) {
    giveUp();
    throw connectError(error, refusalCodes);
  }
}

/** Sets every option: pg reads the environment for a missing or empty one. */
function clientFor(settings: Settings, socket: Socket): StartupClient {
  const { host, port, user, database, password, tls } = settings;
  return new StartupClient(
    {
      host,
      port,
      user,
      database,
      // A function, because pg treats an empty string as missing and falls back to PGPASSWORD and ~/.pgpass.
      password: () => password,
      ssl: tls ? { ...tls } : false,
      sslnegotiation: 'postgres',
      connectionTimeoutMillis: 0,
      client_encoding: 'UTF8',
      stream: () => socket,
    },
    // Poolers refuse other parameters, or do not restore them for their other clients.
    { user, database, DateStyle: 'ISO', TimeZone: 'UTC' },
  );
}
