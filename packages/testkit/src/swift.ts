import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { endWithUs } from './end-with-us.js';
import { given } from './environment.js';
import { freePort } from './free-port.js';
import { listens } from './listens.js';
import { makeRings } from './swift-rings.js';
import { until } from './until.js';

/** How an object storage is reached. */
export interface ObjectStorage {
  /** `http://127.0.0.1:<port>`; buckets are in the path. */
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/** OpenStack Swift with its S3 interface: an object storage in real processes. */
export interface Swift extends ObjectStorage {
  /** Kills the S3 server; stored objects remain. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

const kinds = ['account', 'container', 'object'] as const;
type Kind = (typeof kinds)[number];

const region = 'us-east-1';
const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/** The place of the storage servers of a Swift. Any number of S3 servers can use them. */
export interface SwiftStorage {
  /** Contains the rings and the configuration. */
  folder: string;
  cachePort: number;
}

/** Starts the installed Swift on free ports, with its data in `folder`, which remain. */
export async function startSwift(folder: string): Promise<Swift> {
  const storage = await startSwiftStorage(folder);
  const swift = await startSwiftProxy(storage);
  return {
    ...swift,
    stop: async () => {
      await Promise.all([swift.stop(), storage.stop()]);
    },
  };
}

/** Starts the servers that store accounts, containers and objects in `folder`, and their cache. */
export async function startSwiftStorage(
  folder: string,
): Promise<SwiftStorage & { stop(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const ports: Record<Kind, number> = {
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  };
  await makeRings(folder, ports);
  const cachePort = await freePort();
  const servers = await Promise.all([
    ...kinds.map((kind) => startStorage(kind, folder, ports[kind])),
    startCache(cachePort),
  ]);
  return {
    folder,
    cachePort,
    stop: async () => {
      await Promise.all(servers.map((server) => server.end()));
    },
  };
}

/** Starts an S3 server on a free port. */
async function startSwiftProxy({ folder, cachePort }: SwiftStorage): Promise<Swift> {
  const port = await freePort();
  const name = `proxy-${String(port)}`;
  await writeFile(join(folder, `${name}.conf`), proxyConfig(folder, port, cachePort));
  const start = () => startSwiftServer('proxy', join(folder, `${name}.conf`), port);
  let proxy = await start();
  return {
    endpoint: `http://127.0.0.1:${String(port)}`,
    region,
    credentials,
    goAway: () => proxy.end(),
    comeBack: async () => {
      proxy = await start();
    },
    stop: () => proxy.end(),
  };
}

const storageVariables = { folder: 'TEST_SWIFT_FOLDER', cachePort: 'TEST_SWIFT_CACHE_PORT' };

/** Environment variables that name a storage for {@link sharedSwift}. */
export const swiftEnvironment = ({ folder, cachePort }: SwiftStorage): Record<string, string> => ({
  [storageVariables.folder]: folder,
  [storageVariables.cachePort]: String(cachePort),
});

/**
 * Starts an S3 server of this test, which can go away, on the storage that all tests share: the storage servers take
 * three quarters of the processor time of a start.
 */
export const sharedSwift = (): Promise<Swift> =>
  startSwiftProxy({
    folder: given(storageVariables.folder),
    cachePort: Number(given(storageVariables.cachePort)),
  });

interface Server {
  end(): Promise<void>;
}

/** Starts a server with one device. */
async function startStorage(kind: Kind, folder: string, port: number): Promise<Server> {
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
  const config = join(folder, `${kind}.conf`);
  await writeFile(
    config,
    `${commonConfig(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`,
  );
  return startSwiftServer(kind, config, port);
}

const commonConfig = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${String(port)}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}`;

const proxyConfig = (
  folder: string,
  port: number,
  cachePort: number,
) => `${commonConfig(folder, port)}
[pipeline:main]
pipeline = catch_errors cache bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${String(cachePort)}
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
`;

const startSwiftServer = (kind: string, config: string, port: number): Promise<Server> =>
  startServer(`swift-${kind}-server`, [config, '-v'], port);

/** Starts the cache of the proxy: without it, each request asks for the account and the bucket again. */
const startCache = (port: number): Promise<Server> =>
  startServer(
    'memcached',
    ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(port), '-m', '16'],
    port,
  );

async function startServer(program: string, args: string[], port: number): Promise<Server> {
  const server = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C is for the starting process, which may still need it.
    detached: true,
  });
  const forget = endWithUs(() => server.kill('SIGKILL'));
  let log = '';
  const note = (text: Buffer) => (log = (log + text.toString()).slice(-10_000));
  server.stdout.on('data', note);
  server.stderr.on('data', note);
  const ended = endOf(server);
  const failed = ended.then(() => {
    throw new Error(`${program} did not start\n${log}`);
  });
  failed.catch(() => undefined);
  await Promise.race([until(`${program} listens`, () => listens(port)), failed]);
  return {
    end: async () => {
      forget();
      server.kill('SIGKILL');
      await ended;
    },
  };
}

const endOf = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => {
      resolve();
    });
  });
