import type { Socket } from 'node:net';
import pg from 'pg';
import { connectError } from '@sluice/driver-kit/connect/connect-error';
import { dialedFor, Gate } from '@sluice/driver-kit/connect/dial';
import type { Targets } from '@sluice/driver-kit';
import type { SignInOptions } from '@sluice/driver-kit/connect/establish';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import { guardAuthentication } from './authentication.js';
import { refusalCodes } from './errors.js';
import type { Settings } from './settings.js';
import { Wire } from './wire.js';

/** A session after authentication. */
export interface Started {
  wire: Wire;
  /** For pg_stat_activity and for cancel requests; 0 when the server sent none. */
  processId: number;
  secretKey: number;
  /** When the backend started, in the server's words; null when it does not say. Set by {@link open}. */
  backendStart: string | null;
  /** How the socket went, so that a cancel goes to the same server of several behind a name. */
  way: Targets;
}

/** pg's client with exactly our start-up packet: its own takes values from the process environment. */
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

/** Connects, negotiates TLS and authenticates with pg, then takes the socket over. */
export async function start(settings: Settings, options: SignInOptions): Promise<Started> {
  options.signal.throwIfAborted();
  const gate = new Gate();
  const endpoint = { ...settings, postgresDatabase: settings.database };
  const { socket, way } = await dialedFor(gate, endpoint, options);
  const client = clientFor(settings, options.applicationName, socket);
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
  // After the take-over nobody waits for what pg itself hears.
  client.on('error', () => undefined);
  const giveUp = (): void => {
    connection.stream.destroy(new Error('The connection was given up'));
    socket.destroy();
  };
  const connected = (): Promise<Wire> =>
    new Promise((resolve, reject) => {
      connection.on(settings.tls ? 'sslconnect' : 'connect', () => {
        gate.guard(connection.stream);
      });
      client.connect((error: Error | null) => {
        if (error) reject(error);
        else resolve(gate.open(new Wire(connection.stream, parameters)));
      });
    });
  try {
    const wire = await unlessAborted(options.signal, giveUp, connected);
    return { wire, ...keys, backendStart: null, way };
  } catch (error) {
    giveUp();
    throw connectError(error, refusalCodes);
  }
}

/** Every option is given: pg reads the environment for those that are missing or empty. */
function clientFor(settings: Settings, applicationName: string, socket: Socket): StartupClient {
  const { host, port, user, database, password, tls } = settings;
  return new StartupClient(
    {
      host,
      port,
      user,
      database,
      // A function, since an empty string counts as missing and falls back to PGPASSWORD and ~/.pgpass.
      password: () => password,
      ssl: tls ? { ...tls } : false,
      sslnegotiation: 'postgres',
      connectionTimeoutMillis: 0,
      client_encoding: 'UTF8',
      application_name: applicationName,
      stream: () => socket,
    },
    { user, database, application_name: applicationName, DateStyle: 'ISO', TimeZone: 'UTC' },
  );
}
