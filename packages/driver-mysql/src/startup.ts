import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type * as Mysql2 from 'mysql2';
import { connectError } from '@sluice/driver-kit/connect/connect-error';
import { dialForClient, StartupReader } from '@sluice/driver-kit/connect/dial';
import { DriverError, type Targets } from '@sluice/driver-kit';
import type { SignInOptions } from '@sluice/driver-kit/connect/establish';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import { refusalCodes } from './errors.js';
import type { Settings } from './settings.js';
import { MysqlSocket } from './mysql-socket.js';

/** A session after authentication. */
export interface Started {
  socket: MysqlSocket;
  /** Thread id for KILL; the lower 32 bits of a longer one. */
  threadId: number;
  isMariaDb: boolean;
  /** The server sends MariaDB's extended type metadata. */
  extended: boolean;
  /** Targets of the same server: a name can have several. */
  targets: Targets;
}

/** Members of mysql2's connection that its types do not declare. */
interface Client {
  stream: Duplex;
  threadId: number;
  _isMariaDB: boolean;
  _mariadbExtendedMetadata: boolean;
  on(event: 'error', listener: (error: Error) => void): void;
  once(event: 'connect', listener: () => void): void;
  startTLS(onSecure: (error?: Error) => void): void;
}

/**
 * Capabilities: affected rows count changed rows, local files are never read, and features of newer servers are
 * off, except for reports of changed session variables.
 */
const flags = ['-FOUND_ROWS', '-LOCAL_FILES', '-IGNORE_SPACE', '-ODBC', '-CLIENT_QUERY_ATTRIBUTES'];

/** Connects, negotiates TLS and authenticates with mysql2, then takes over the socket. */
export async function start(settings: Settings, options: SignInOptions): Promise<Started> {
  options.signal.throwIfAborted();
  // Imported on first use: mysql2 with its character set tables is a third of what a worker would load.
  const { default: mysql2 } = await import('mysql2');
  const startupReader = new StartupReader();
  const { socket, targets } = await dialForClient(startupReader, settings, options);
  const client = clientFor(mysql2, settings, options.applicationName, socket);
  secure(client, settings, startupReader);
  startupReader.intercept(socket);
  const giveUp = (): void => {
    client.stream.destroy(new Error('Connect was cancelled'));
    socket.destroy();
  };
  const connected = (): Promise<MysqlSocket> =>
    new Promise((resolve, reject) => {
      // mysql2's errors are irrelevant after the socket is taken over.
      client.on('error', reject);
      client.once('connect', () => {
        resolve(startupReader.handOver(new MysqlSocket(client.stream)));
      });
    });
  try {
    const session = await unlessAborted(options.signal, giveUp, connected);
    return {
      socket: session,
      threadId: client.threadId,
      isMariaDb: client._isMariaDB,
      extended: client._mariadbExtendedMetadata,
      targets,
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
    // The caller enforces the connect timeout.
    connectTimeout: 0,
    // A cleartext password is sent only to a server with a verified certificate.
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
    'The server requires TLS to send the password',
    { hint: 'Enable "ssl", and "sslSelfSigned" if the server has a self-signed certificate.' },
  );
}

/** Negotiates TLS like every other driver: mysql2's own TLS checks no certificate against an address. */
function secure(client: Client, { host, tls }: Settings, startupReader: StartupReader): void {
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
    stream.on('error', (error: Error) => {
      onSecure(explained(error));
    });
    stream.on('data', (chunk: Buffer) => {
      startupReader.read(stream, chunk);
    });
    client.stream = stream;
  };
}

/** Adds what to do about a certificate that names no host, as MySQL generates them. */
const explained = (error: Error): Error =>
  'code' in error && error.code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? Object.assign(error, {
        hint: 'MySQL generates certificates without the name of the host. Install a certificate with it, or set "sslSelfSigned".',
      })
    : error;
