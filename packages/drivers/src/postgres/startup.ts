import { Socket, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
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
  /** When the backend started, in the server's words; null when it does not say. Set by {@link open}. */
  backendStart: string | null;
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
const READ_BYTES = 128 * 1024;

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
  const gate = new Gate();
  const socket = dialing(settings, gate, options.lookup);
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
    connection.on(settings.tls ? 'sslconnect' : 'connect', () => {
      gate.guard(connection.stream);
    });
    const wire = await new Promise<Wire>((resolve, reject) => {
      client.connect((error: Error | null) => {
        if (error) reject(error);
        else resolve(gate.open(new Wire(connection.stream, parameters)));
      });
    });
    return { wire, ...keys, backendStart: null, address: socket.remoteAddress ?? settings.host };
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

/**
 * A socket that dials with our options when pg asks it to connect. Without TLS it reads into one buffer
 * of its own: a new one for each read cost a tenth of the time of a large result in garbage collection.
 */
function dialing({ host, port, tls }: Settings, gate: Gate, lookup?: LookupFunction): Socket {
  const callback = (count: number, buffer: Uint8Array): boolean => {
    gate.take(socket, Buffer.from(buffer.buffer, buffer.byteOffset, count));
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback };
  const options: TcpNetConnectOpts = tls ? { port } : { port, onread };
  const socket: Socket = new Socket(options);
  const dial = socket.connect.bind(socket);
  const connect = (): Socket =>
    dial({ host, port, noDelay: true, keepAlive: true, ...(lookup ? { lookup } : {}) });
  return Object.defineProperty(socket, 'connect', { value: connect });
}

type Parser = (chunk: Buffer) => void;

/** Stands between the socket and pg's parser: an odd server must not throw through the event loop. */
class Gate {
  private parsers: Parser[] = [];
  private wire: Wire | null = null;
  private bytes = 0;

  /** Takes the place of pg's listeners. */
  guard(stream: Duplex): void {
    this.parsers = stream.listeners('data') as Parser[];
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => {
      this.take(stream, chunk);
    });
  }

  /** From here on the wire takes what is read. */
  open(wire: Wire): Wire {
    this.wire = wire;
    return wire;
  }

  /** One read. */
  take(stream: Duplex, chunk: Buffer): void {
    if (this.wire) this.wire.feed(chunk);
    else this.parse(stream, chunk);
  }

  private parse(stream: Duplex, chunk: Buffer): void {
    this.bytes += chunk.length;
    try {
      if (this.bytes > MAX_STARTUP_BYTES) throw protocolError('a start-up that does not end');
      for (const parser of this.parsers) parser(chunk);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
