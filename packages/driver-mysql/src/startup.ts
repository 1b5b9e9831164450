import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type * as Mysql2 from 'mysql2';
import { connectError } from '@sluice/driver-kit/connect/connect-error';
import { dialedFor, Gate } from '@sluice/driver-kit/connect/dial';
import { DriverError, type Targets } from '@sluice/driver-kit';
import type { SignInOptions } from '@sluice/driver-kit/connect/establish';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import { refusalCodes } from './errors.js';
import type { Settings } from './settings.js';
import { Wire } from './wire.js';

/** A session after authentication. */
export interface Started {
  wire: Wire;
  /** The server's number of the session, for KILL; its lower half where it has more than 32 bits. */
  threadId: number;
  isMariaDb: boolean;
  /** The server was asked for MariaDB's words on types. */
  extended: boolean;
  /** How the socket went, so that a cancel goes to the same server of several behind a name. */
  way: Targets;
}

/** What of mysql2's connection its types do not show. */
interface Client {
  stream: Duplex;
  threadId: number;
  _isMariaDB: boolean;
  _mariadbExtendedMetadata: boolean;
  on(event: 'error', listener: (error: Error) => void): void;
  once(event: 'connect', listener: () => void): void;
  startTLS(onSecure: (error?: Error) => void): void;
}

/** Counts are of rows that changed, no file of ours is read, and what only newer servers know is left out. */
const flags = [
  '-FOUND_ROWS',
  '-LOCAL_FILES',
  '-IGNORE_SPACE',
  '-ODBC',
  '-SESSION_TRACK',
  '-CLIENT_QUERY_ATTRIBUTES',
];

/** Connects, negotiates TLS and authenticates with mysql2, then takes the socket over. */
export async function start(settings: Settings, options: SignInOptions): Promise<Started> {
  options.signal.throwIfAborted();
  // Not before it is needed: with its tables of character sets it is a third of what a worker would load.
  const { default: mysql2 } = await import('mysql2');
  const gate = new Gate();
  const { socket, way } = await dialedFor(gate, settings, options);
  const client = clientFor(mysql2, settings, options.applicationName, socket);
  secure(client, settings, gate);
  gate.guard(socket);
  const giveUp = (): void => {
    client.stream.destroy(new Error('The connection was given up'));
    socket.destroy();
  };
  const connected = (): Promise<Wire> =>
    new Promise((resolve, reject) => {
      // After the take-over nobody waits for what mysql2 itself hears.
      client.on('error', reject);
      client.once('connect', () => {
        resolve(gate.open(new Wire(client.stream)));
      });
    });
  try {
    const wire = await unlessAborted(options.signal, giveUp, connected);
    return {
      wire,
      threadId: client.threadId,
      isMariaDb: client._isMariaDB,
      extended: client._mariadbExtendedMetadata,
      way,
    };
  } catch (error) {
    giveUp();
    throw connectError(error, refusalCodes);
  }
}

function clientFor(
  mysql2: Pick<typeof Mysql2, 'createConnection' | 'authPlugins'>,
  settings: Settings,
  applicationName: string,
  socket: Socket,
): Client {
  const { host, port, user, database, password, tls } = settings;
  const client = mysql2.createConnection({
    host,
    port,
    user,
    ...(database === '' ? {} : { database }),
    password,
    ...(tls ? { ssl: {} } : {}),
    charset: 'UTF8MB4_GENERAL_CI',
    // The limit of time is the caller's.
    connectTimeout: 0,
    // A password in plain text goes to a server only that has proven who it is.
    enableCleartextPlugin: tls?.rejectUnauthorized === true,
    authPlugins: {
      caching_sha2_password: mysql2.authPlugins.caching_sha2_password({
        onServerPublicKey: refuseServerKey,
      }),
      sha256_password: mysql2.authPlugins.sha256_password({ onServerPublicKey: refuseServerKey }),
    },
    connectAttributes: { program_name: applicationName },
    disableEval: true,
    flags,
    stream: () => socket,
  });
  return client as unknown as Client;
}

/**
 * Refuses a public key that the server sends to receive the password without TLS. A man in the middle could send his
 * own key and decrypt the password. The `mysql` client refuses the key by default, too.
 *
 * @throws DriverError `authentication`
 */
function refuseServerKey(): never {
  throw new DriverError(
    'authentication',
    'not_run',
    'The server asks for the password, which is not sent without TLS',
    { hint: 'Turn on "ssl", and "sslSelfSigned" if the server has a self-signed certificate.' },
  );
}

/** TLS as for every engine, instead of mysql2's own, which checks no certificate against an address. */
function secure(client: Client, { host, tls }: Settings, gate: Gate): void {
  client.startTLS = (onSecure) => {
    const raw = client.stream;
    raw.removeAllListeners('data');
    const stream = connectTls({
      ...tls,
      socket: raw,
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    stream.once('secureConnect', () => {
      onSecure();
    });
    stream.on('error', onSecure);
    stream.on('data', (chunk: Buffer) => {
      gate.take(stream, chunk);
    });
    client.stream = stream;
  };
}
