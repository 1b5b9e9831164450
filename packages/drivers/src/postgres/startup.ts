import { Socket, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { connectError, protocolError } from './errors.js';
import type { Settings } from './settings.js';
import { Wire } from './wire.js';

/** A session after authentication. */
export interface Started {
  wire: Wire;
  /** For pg_stat_activity and for cancel requests; 0 when the server sent none. */
  processId: number;
  secretKey: number;
  /** Where the socket went, so that a cancel goes to the same server of several behind a name. */
  address: string;
}

/** What a start-up may depend on beside the settings. */
export interface StartOptions {
  signal: AbortSignal;
  applicationName: string;
  lookup?: LookupFunction | undefined;
}

/** Replies before the session stands are small; who sends more is no database. */
const MAX_STARTUP_BYTES = 256 * 1024;

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
export async function start(settings: Settings, options: StartOptions): Promise<Started> {
  options.signal.throwIfAborted();
  const socket = dialing(settings, options.lookup);
  const client = clientFor(settings, options.applicationName, socket);
  const parameters = new Map<string, string>();
  const keys = { processId: 0, secretKey: 0 };
  const { connection } = client;
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
  options.signal.addEventListener('abort', giveUp, { once: true });
  try {
    const gate = new Gate();
    connection.on(settings.tls ? 'sslconnect' : 'connect', () => {
      gate.guard(connection.stream);
    });
    const wire = await new Promise<Wire>((resolve, reject) => {
      client.connect((error: Error | null) => {
        if (error) reject(error);
        else resolve(gate.open(new Wire(connection.stream, parameters)));
      });
    });
    return { wire, ...keys, address: socket.remoteAddress ?? settings.host };
  } catch (error) {
    giveUp();
    throw connectError(error);
  } finally {
    options.signal.removeEventListener('abort', giveUp);
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

/** A socket that dials with our options when pg asks it to connect. */
function dialing({ host, port }: Settings, lookup: LookupFunction | undefined): Socket {
  const socket = new Socket();
  const dial = socket.connect.bind(socket);
  const connect = (): Socket =>
    dial({ host, port, noDelay: true, keepAlive: true, ...(lookup ? { lookup } : {}) });
  return Object.defineProperty(socket, 'connect', { value: connect });
}

/** Stands between the socket and pg's parser: an odd server must not throw through the event loop. */
class Gate {
  private wire: Wire | null = null;
  private bytes = 0;

  guard(stream: Duplex): void {
    const parsers = stream.listeners('data') as ((chunk: Buffer) => void)[];
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => {
      if (this.wire) this.wire.feed(chunk);
      else this.parse(stream, parsers, chunk);
    });
  }

  open(wire: Wire): Wire {
    this.wire = wire;
    return wire;
  }

  private parse(stream: Duplex, parsers: ((chunk: Buffer) => void)[], chunk: Buffer): void {
    this.bytes += chunk.length;
    try {
      if (this.bytes > MAX_STARTUP_BYTES) throw protocolError('a start-up that does not end');
      for (const parser of parsers) parser(chunk);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
