import { connectionPrefix, type ServiceSettings } from '@sluice/config';

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
  environment: NodeJS.ProcessEnv,
  settings: Pick<ServiceSettings, 'SERVICE_MACHINE_CREDENTIALS'>,
): NodeJS.ProcessEnv => {
  const isPassed = (name: string): boolean =>
    needed.has(name) ||
    (settingNames.test(name) && !name.startsWith(connectionPrefix)) ||
    (settings.SERVICE_MACHINE_CREDENTIALS && machineNames.test(name));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isPassed(name)));
};
