import { workerEnvironment, type Environment, type Settings } from '@sluice/config';
import type { Backend, EmbeddedParts } from './backend.js';
import { type ChildSpec } from '@sluice/supervise';

/** Absolute paths of the modules of the service's processes. */
export interface Programs {
  api: string;
  worker: string;
}

/** Beyond its own grace a process stops its statements in two steps of 5 s and closes. */
const CLOSE_MARGIN_MS = 15_000;

/** Loopback and private networks, where the databases of a trial on one machine or at home are. */
const PRIVATE_AND_LOOPBACK = '127.0.0.0/8 ::1 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7';

/**
 * Returns the hosts that connections may reach besides the public internet; always includes the server of the
 * sample.
 */
const allowedWith = (
  { SERVICE_TARGET_HOSTS_ALLOW: given }: Environment,
  { host, port }: EmbeddedParts['server'],
): string =>
  `${given === undefined || given === '' ? PRIVATE_AND_LOOPBACK : given} ${host}:${String(port)}`;

/** Returns the specifications of the service's two processes. */
export function serviceChildren(
  programs: Programs,
  options: {
    environment: Environment;
    settings: Settings;
    dbPath: string;
    backend: Backend;
    execArgv: string[];
  },
): ChildSpec[] {
  const { environment, settings, dbPath, backend, execArgv } = options;
  const env = {
    ...environment,
    DATABASE_URL: backend.databaseUrl,
    SERVICE_PASSPHRASE: backend.passphrase,
    SERVICE_COOKIE_SECRET: backend.cookieSecret,
    SERVICE_DB_PATH: dbPath,
    ...(backend.embedded && {
      SERVICE_TARGET_HOSTS_ALLOW: allowedWith(environment, backend.embedded.server),
    }),
  };
  const common = {
    execArgv,
    output: 'shown',
    ownsGroup: true,
    graceMs: settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000 + CLOSE_MARGIN_MS,
  } as const;
  return [
    { ...common, name: 'api', env, entry: programs.api },
    { ...common, name: 'worker', env: workerEnvironment(env), entry: programs.worker },
  ];
}
