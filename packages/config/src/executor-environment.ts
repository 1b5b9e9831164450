import { connectionPrefix } from './connections.js';
import type { Environment } from './environment.js';
import type { Settings } from './settings/index.js';

/** Variables that an executor needs beside the service's settings. */
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
  'MALLOC_ARENA_MAX',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]);

const settingNames = /^(?:SERVICE|OTEL)_/;
/**
 * Settings that only the API reads: its secrets and the sign-in methods. A method without its secret would be an invalid
 * setting, so all of its settings are left out.
 */
const apiNames =
  /^SERVICE_(?:ADMIN(?:_PASSWORD)?$|COOKIE_SECRET$|SERVICE_TOKEN_SECRET$|(?:OAUTH|OIDC|SAML|LDAP)_)/;
/** Variables by which Google's library finds the machine's credentials. */
const googleNames = /^(?:GOOGLE_|GCLOUD_|CLOUDSDK_|GCE_|METADATA_|HOME$)/;
/** Variables by which the AWS SDK finds credentials for the results store. */
const amazonNames = /^(?:AWS_|HOME$)/;

/**
 * The environment of a worker that the launcher starts. It leaves out what only the API needs: the admin's password, the
 * secrets of cookies, tokens and sign-in methods, and connections.
 */
export const workerEnvironment = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !apiNames.test(name) && !name.startsWith(connectionPrefix),
    ),
  );

/**
 * The environment of executors, which run user SQL in third-party libraries. It leaves out variables that drivers would
 * apply to a connection (`PGPASSWORD`), secrets of the machine, and connections.
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
