import { connectionPrefix } from './connections.js';
import type { Environment } from './environment.js';
import type { Settings } from './settings/index.js';

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
/**
 * Settings that only the API reads: its secrets, and those of sign-in methods with all that goes with
 * them, since one without its secret is a problem of the settings.
 */
const apiNames =
  /^SERVICE_(?:ADMIN(?:_PASSWORD)?$|COOKIE_SECRET$|SERVICE_TOKEN_SECRET$|(?:OAUTH|OIDC|SAML|LDAP)_)/;
/** What Google's library finds the machine's credentials by. */
const googleNames = /^(?:GOOGLE_|GCLOUD_|CLOUDSDK_|GCE_|METADATA_|HOME$)/;
/** What Amazon's SDK finds those of the results store by, where the settings name none. */
const amazonNames = /^(?:AWS_|HOME$)/;

/**
 * The environment of a worker that the launcher starts: without what only the API needs, such as the
 * admin's password, the secrets of cookies, tokens and sign-in methods, and connections.
 */
export const workerEnvironment = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !apiNames.test(name) && !name.startsWith(connectionPrefix),
    ),
  );

/**
 * The environment of executors, which run what users wrote in libraries of others: without what drivers
 * would take for a connection's own (`PGPASSWORD`), the machine's secrets and those of connections.
 */
export const executorEnvironment = (
  settings: Pick<
    Settings,
    'SERVICE_MACHINE_CREDENTIALS' | 'SERVICE_RESULTS_STORE' | 'SERVICE_RESULTS_S3_ACCESS_KEY_ID'
  >,
  environment: Environment = process.env,
): Environment => {
  const isStoreFound =
    settings.SERVICE_RESULTS_STORE === 's3' &&
    settings.SERVICE_RESULTS_S3_ACCESS_KEY_ID === undefined;
  const isPassed = (name: string): boolean =>
    needed.has(name) ||
    settingNames.test(name) ||
    (settings.SERVICE_MACHINE_CREDENTIALS && googleNames.test(name)) ||
    (isStoreFound && amazonNames.test(name));
  return Object.fromEntries(
    Object.entries(workerEnvironment(environment)).filter(([name]) => isPassed(name)),
  );
};
