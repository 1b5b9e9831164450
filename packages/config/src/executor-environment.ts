import { connectionPrefix } from './connections.js';
import type { Environment } from './environment.js';
import type { Settings } from './settings.js';

/** What an executor needs of the environment, beside settings of ours. */
const needed = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'PUBLIC_URL',
  'PATH',
  'TMPDIR',
  'TZ',
  'LANG',
  'LC_ALL',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]);

const settingNames = /^(?:SERVICE|OTEL)_/;
/** What Google's library finds the machine's credentials by. */
const machineNames = /^(?:GOOGLE_|GCLOUD_|CLOUDSDK_|GCE_|METADATA_|HOME$)/;

/**
 * The environment of executors, which run what users wrote in libraries of others: without what drivers
 * would take for a connection's own (`PGPASSWORD`), the machine's secrets and those of connections.
 */
export const executorEnvironment = (
  settings: Pick<Settings, 'SERVICE_MACHINE_CREDENTIALS'>,
  environment: Environment = process.env,
): Environment => {
  const isPassed = (name: string): boolean =>
    needed.has(name) ||
    (settingNames.test(name) && !name.startsWith(connectionPrefix)) ||
    (settings.SERVICE_MACHINE_CREDENTIALS && machineNames.test(name));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isPassed(name)));
};
