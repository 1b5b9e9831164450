import type { Environment, Settings } from '@sluice/config';
import type { Backend } from './backend.js';
import { type ChildSpec } from '@sluice/supervise';

/** Absolute paths of the modules that the service's processes run. */
export interface Programs {
  api: string;
  worker: string;
}

/** Beyond its own grace a process stops its statements, in two steps of five seconds, and closes. */
const closingMs = 15_000;

/** The two processes of the service, as the supervisor wants them described. */
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
  };
  const common = {
    env,
    execArgv,
    output: 'shown',
    ownsGroup: true,
    graceMs: settings.SERVICE_SHUTDOWN_GRACE_SECONDS * 1000 + closingMs,
  } as const;
  return [
    { ...common, name: 'api', entry: programs.api },
    { ...common, name: 'worker', entry: programs.worker },
  ];
}
