import { defaultWorkerPool, isWorkerPool } from '@sluice/contracts';
import { readEntry, type TargetEntry } from '@sluice/targets';
import { isIP } from 'node:net';
import { z } from 'zod';

const blankAsUnset = (value: unknown): unknown => (value === '' ? undefined : value);

const text = () => z.preprocess(blankAsUnset, z.string().optional());
const textOr = (fallback: string) => z.preprocess(blankAsUnset, z.string().default(fallback));

const flag = (fallback: boolean) =>
  z.preprocess(
    blankAsUnset,
    z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .default(fallback ? 'true' : 'false')
      .transform((value) => value === 'true'),
  );

const optionalFlag = () =>
  z.preprocess(
    blankAsUnset,
    z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .transform((value) => value === 'true')
      .optional(),
  );

const whole = (fallback: number, range: { min: number; max?: number }) =>
  z.preprocess(
    blankAsUnset,
    z
      .string()
      .regex(/^\d{1,15}$/, 'must be a whole number')
      .default(String(fallback))
      .transform(Number)
      .pipe(
        z
          .number()
          .min(range.min, `must be at least ${range.min}`)
          .max(range.max ?? Number.MAX_SAFE_INTEGER, `must be at most ${range.max ?? ''}`),
      ),
  );

const url = (...protocols: string[]) =>
  z.preprocess(
    blankAsUnset,
    z
      .string()
      .refine(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
      .optional(),
  );

const urlOr = (fallback: string) => url('http:', 'https:').transform((value) => value ?? fallback);

/** Secrets that are known to everybody protect nobody. */
const publishedSecrets = new Set([
  'secret',
  'changeme',
  'password',
  'secret-used-to-sign-cookies-please-set-and-make-strong',
]);

const secret = () =>
  z.preprocess(
    blankAsUnset,
    z
      .string()
      .min(32, 'must have at least 32 characters')
      .refine((value) => !publishedSecrets.has(value.toLowerCase()), 'is a published value')
      .refine((value) => new Set(value).size >= 8, 'is too simple')
      .optional(),
  );

/** `/sub` for a mount below the root; the empty text for the root. */
const mountPath = z.preprocess(
  blankAsUnset,
  z
    .string()
    .default('')
    .transform((value) => value.replace(/\/+$/, ''))
    .pipe(
      z.string().regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be a path such as /sub, without a query'),
    ),
);

/** `data.tenant` as the path inside a user's data. */
const userDataPath = z.preprocess(
  blankAsUnset,
  z
    .string()
    .regex(/^data(\.[^.]+)+$/, 'must be a path in the data of users, such as data.tenant')
    .transform((value) => value.split('.').slice(1))
    .optional(),
);

const role = (fallback: 'admin' | 'editor') =>
  z.preprocess(
    blankAsUnset,
    z.enum(['admin', 'editor'], { error: 'must be admin or editor' }).default(fallback),
  );

/** Words with spaces between them. */
const words = (fallback = '') =>
  textOr(fallback).transform((value) => value.split(/\s+/).filter((word) => word !== ''));

const workerPools = words(defaultWorkerPool)
  .refine(
    (list) => list.every(isWorkerPool),
    'must be names of small letters, digits, - and _, with spaces between',
  )
  .transform((list) => [...new Set(list)]);

/** Addresses or ranges of them (`10.0.0.0/8`) with spaces between. */
const networks = () =>
  words().refine(
    (list) => list.every(isNetwork),
    'must be IP addresses or ranges such as 10.0.0.0/8, with spaces between',
  );

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128);
}

/** Hosts that connections may, or may not, point to. */
const targetHosts = () =>
  words().transform((list, context): TargetEntry[] => {
    const entries: TargetEntry[] = [];
    for (const text of list) {
      const entry = readEntry(text);
      if (entry !== null) entries.push(entry);
      else {
        context.addIssue({
          code: 'custom',
          message:
            `holds "${text}", which is no host: give names, *.example.com, IP addresses or ranges such ` +
            'as 10.0.0.0/8, each with :port if only that is meant (IPv6 then in brackets), with spaces between',
        });
      }
    }
    return entries;
  });

/** Every setting with its rule and default, by the name of its environment variable. */
export const settings = {
  SERVICE_IP: textOr('127.0.0.1').describe('Address to listen on.'),
  SERVICE_PORT: whole(3000, { min: 0, max: 65_535 }).describe('Port to listen on; 0 = any free.'),
  SERVICE_BASE_URL: mountPath.describe('Mount path of API, UI and sign-in, such as /sub.'),
  PUBLIC_URL: url('http:', 'https:').describe('Public address of the service.'),
  SERVICE_ALLOWED_HOSTS: words().describe(
    "Host names beside PUBLIC_URL's and localhost by which requests may come, with spaces between; any other " +
      'is refused. Unset = any, unless SERVICE_AUTH_DISABLED.',
  ),
  SERVICE_DB_PATH: textOr('./data').describe('Folder of results, secrets and embedded PostgreSQL.'),
  DATABASE_URL: url('postgres:', 'postgresql:').describe("The service's own PostgreSQL."),
  REDIS_URL: url('redis:', 'rediss:').describe('Queue on Redis; unset = on PostgreSQL.'),
  SERVICE_QUEUE_PREFIX: textOr('sluice').describe('Namespace of the queue (Redis key prefix).'),
  SERVICE_LOG_LEVEL: z
    .preprocess(
      blankAsUnset,
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    )
    .describe('Least level that is logged.'),
  SERVICE_PASSPHRASE: secret().describe('Encrypts connection data.'),
  SERVICE_PASSPHRASE_PREVIOUS: secret().describe('Still decrypts, for rotation.'),
  SERVICE_COOKIE_SECRET: secret().describe('Signs session cookies.'),
  SERVICE_COOKIE_NAME: textOr('sluice.sid')
    .refine((name) => /^[\w.-]+$/.test(name), 'may hold letters, digits, dots, - and _')
    .describe('Name of the session cookie.'),
  SERVICE_COOKIE_SECURE: optionalFlag().describe(
    'Send the cookie over TLS only; unset = where PUBLIC_URL is https.',
  ),
  SERVICE_SESSION_COOKIE_SAME_SITE: z
    .preprocess(
      (value) => (typeof value === 'string' && value !== '' ? value.toLowerCase() : undefined),
      z.enum(['strict', 'lax', 'none']).default('strict'),
    )
    .describe('Same-site mode of the session cookie.'),
  SERVICE_SESSION_MINUTES: whole(60, { min: 1 }).describe('Life of an idle session.'),
  SERVICE_BODY_LIMIT: whole(1_048_576, { min: 1024 }).describe('Bytes of the largest body.'),
  SERVICE_ADMIN: text().describe('E-mail that receives admin permission.'),
  SERVICE_ADMIN_PASSWORD: text().describe('Password set for that admin at start.'),
  SERVICE_PASSWORD_HASH_COST: whole(17, { min: 14, max: 20 }).describe(
    'A password hash takes 2^cost KiB of memory (scrypt). OWASP recommends 17; less is warned of at start.',
  ),
  SERVICE_USERPASS_AUTH_DISABLED: flag(false).describe('No sign-in by e-mail and password.'),
  SERVICE_AUTH_DISABLED: flag(false).describe('Everybody comes in without signing in.'),
  SERVICE_AUTH_DISABLED_DEFAULT_ROLE: role('editor').describe(
    'Role of everybody while nobody signs in.',
  ),
  SERVICE_ALLOWED_DOMAINS: words().describe(
    'E-mail domains whose users are admitted and added by themselves, with spaces between.',
  ),
  SERVICE_SERVICE_TOKEN_SECRET: secret().describe('Signs service tokens; unset = there are none.'),
  SERVICE_TRUST_PROXY: networks().describe(
    'Addresses (CIDR) of proxies whose forwarded and sign-in headers count, with spaces between.',
  ),
  SERVICE_AUTH_PROXY_ENABLED: flag(false).describe('A proxy in front says who asks, in headers.'),
  SERVICE_AUTH_PROXY_AUTO_SIGN_UP: flag(false).describe('Users unknown so far are added.'),
  SERVICE_AUTH_PROXY_DEFAULT_ROLE: role('editor').describe('Role of users added so.'),
  SERVICE_AUTH_PROXY_HEADERS: words().describe(
    'Which header holds what, such as email:X-EMAIL id:X-ID data.tenant:X-TENANT.',
  ),
  SERVICE_OAUTH_CLIENT_ID: text().describe('OAuth 2.0: client id; set = the method is on.'),
  SERVICE_OAUTH_CLIENT_SECRET: text().describe('OAuth 2.0: client secret.'),
  SERVICE_OAUTH_DEFAULT_ROLE: role('editor').describe('OAuth 2.0: role of users added by it.'),
  SERVICE_OAUTH_AUTHORIZATION_URL: urlOr('https://accounts.google.com/o/oauth2/v2/auth').describe(
    'OAuth 2.0: where the browser is sent.',
  ),
  SERVICE_OAUTH_TOKEN_URL: urlOr('https://oauth2.googleapis.com/token').describe(
    'OAuth 2.0: where the code is exchanged.',
  ),
  SERVICE_OAUTH_USER_INFO_URL: urlOr('https://openidconnect.googleapis.com/v1/userinfo').describe(
    'OAuth 2.0: where the profile is read.',
  ),
  SERVICE_OAUTH_SCOPE: textOr('openid email profile').describe('OAuth 2.0: requested scope.'),
  SERVICE_OAUTH_LINK_HTML: textOr('Sign in with OAuth').describe(
    'OAuth 2.0: content of the sign-in link; sanitised.',
  ),
  SERVICE_OIDC_LINK_HTML: textOr('Sign in with OpenID').describe(
    'OpenID Connect: content of the sign-in link; sanitised.',
  ),
  SERVICE_OIDC_CLIENT_ID: text().describe('OpenID Connect: client id; set = the method is on.'),
  SERVICE_OIDC_CLIENT_SECRET: text().describe('OpenID Connect: client secret.'),
  SERVICE_OIDC_SCOPE: textOr('openid profile email roles').describe(
    'OpenID Connect: requested scope.',
  ),
  SERVICE_OIDC_ISSUER: url('http:', 'https:').describe('OpenID Connect: issuer.'),
  SERVICE_OIDC_AUTHORIZATION_URL: url('http:', 'https:').describe(
    'OpenID Connect: only for an issuer without well-known endpoints.',
  ),
  SERVICE_OIDC_TOKEN_URL: url('http:', 'https:').describe('OpenID Connect: the same.'),
  SERVICE_OIDC_USER_INFO_URL: url('http:', 'https:').describe('OpenID Connect: the same.'),
  SERVICE_OIDC_JWKS_URL: url('http:', 'https:').describe(
    "OpenID Connect: with those three, where the issuer's keys are; unset = signatures are not checked.",
  ),
  SERVICE_SAML_AUTH_CONTEXT: text().describe('SAML: requested authentication context, a URI.'),
  SERVICE_SAML_CALLBACK_URL: url('http:', 'https:').describe(
    'SAML: where answers are sent; by default PUBLIC_URL, mount path and /login/callback.',
  ),
  SERVICE_SAML_CERT: text().describe(
    "SAML: the identity provider's certificate, Base64; several with commas between.",
  ),
  SERVICE_SAML_ENTRY_POINT: url('http:', 'https:').describe(
    'SAML: where the browser is sent; set = the method is on.',
  ),
  SERVICE_SAML_ISSUER: text().describe('SAML: name of this service (entity id).'),
  SERVICE_SAML_IDP_ISSUER: text().describe(
    "SAML: the identity provider's name (entity id); unset = the certificate alone tells it.",
  ),
  SERVICE_SAML_LINK_HTML: textOr('Sign in with SSO').describe(
    'SAML: content of the sign-in link; sanitised.',
  ),
  SERVICE_SAML_AUTO_SIGN_UP: flag(false).describe('SAML: users unknown so far are added.'),
  SERVICE_SAML_DEFAULT_ROLE: role('editor').describe('SAML: role where no rule gives admin.'),
  SERVICE_SAML_ENFORCED_ROLE: flag(false).describe('SAML: the role is found anew at each sign-in.'),
  SERVICE_SAML_ADMIN_GROUP: text().describe('SAML: group whose members are admins.'),
  SERVICE_LDAP_AUTH_ENABLED: flag(false).describe('Sign-in by user name and password of LDAP.'),
  SERVICE_LDAP_URL: url('ldap:', 'ldaps:').describe('LDAP: the directory.'),
  SERVICE_LDAP_START_TLS: flag(false).describe('LDAP: begin TLS before anything is said.'),
  SERVICE_LDAP_CA: text().describe("LDAP: certificates that sign the directory's, PEM."),
  SERVICE_LDAP_SEARCH_BASE: text().describe('LDAP: where users are looked for.'),
  SERVICE_LDAP_BIND_DN: text().describe('LDAP: who looks for them.'),
  SERVICE_LDAP_PASSWORD: text().describe("LDAP: that one's password."),
  SERVICE_LDAP_SEARCH_FILTER: text().describe(
    'LDAP: which entry is a user; {{username}} stands for the name given.',
  ),
  SERVICE_LDAP_AUTO_SIGN_UP: flag(true).describe('LDAP: users unknown so far are added.'),
  SERVICE_LDAP_ROLE_ADMIN_FILTER: text().describe('LDAP: who of them is an admin.'),
  SERVICE_LDAP_ROLE_EDITOR_FILTER: text().describe('LDAP: who of them is an editor.'),
  SERVICE_LDAP_DEFAULT_ROLE: z
    .preprocess(
      blankAsUnset,
      z
        .enum(['admin', 'editor', 'denied'], { error: 'must be admin, editor or denied' })
        .optional(),
    )
    .describe('LDAP: role where no filter matches; denied or unset = no entry without an account.'),
  SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: flag(true).describe(
    'The first start lets everyone use every connection.',
  ),
  SERVICE_ALLOW_CSV_DOWNLOAD: flag(true).describe(
    'Results may be downloaded, in any format; false = 403.',
  ),
  SERVICE_DEFAULT_CONNECTION_ID: text().describe('Connection that the editor opens with.'),
  SERVICE_EDITOR_WORD_WRAP: flag(false).describe('The editor wraps long lines.'),
  SERVICE_QUERY_RESULT_MAX_ROWS: whole(100_000, { min: 0 }).describe('Rows kept; 0 = all.'),
  SERVICE_QUERY_RESULT_MAX_BYTES: whole(268_435_456, { min: 0 }).describe('Bytes kept; 0 = all.'),
  SERVICE_QUERY_RESULT_MAX_CELL_BYTES: whole(67_108_864, { min: 1024 }).describe(
    'A larger value ends the statement in error.',
  ),
  SERVICE_QUERY_RESULT_MAX_ROW_BYTES: whole(134_217_728, { min: 1024 }).describe(
    'A longer row ends the statement in error.',
  ),
  SERVICE_QUERY_TIMEOUT_SECONDS: whole(0, { min: 0 }).describe('Time of a statement; 0 = any.'),
  SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS: whole(1000, { min: 1 }).describe(
    'Longest batch or history list.',
  ),
  SERVICE_QUERY_HISTORY_RETENTION_TIME_IN_DAYS: whole(30, { min: 1 }).describe(
    'Days that results and batches are kept.',
  ),
  SERVICE_AUDIT_RETENTION_TIME_IN_DAYS: whole(365, { min: 1 }).describe(
    'Days that the record of sign-ins and admin changes is kept.',
  ),
  SERVICE_AUDIT_BATCHES: flag(true).describe(
    'Each batch is in that record, too, by a keyed hash of its SQL.',
  ),
  SERVICE_RESULTS_MIN_FREE_MB: whole(256, { min: 0 }).describe(
    'A worker with less room for results, MiB, begins no batch until there is more; 0 = never mind.',
  ),
  SERVICE_RESULTS_STORE: z
    .preprocess(
      blankAsUnset,
      z.enum(['file', 's3'], { error: 'must be file or s3' }).default('file'),
    )
    .describe(
      'Where results are kept: below `SERVICE_DB_PATH`, or in a bucket; see how-to/keep-results-in-s3.md.',
    ),
  SERVICE_RESULTS_S3_BUCKET: text().describe('The bucket; it is not made by the service.'),
  SERVICE_RESULTS_S3_PREFIX: text().describe('In front of the names of all objects.'),
  SERVICE_RESULTS_S3_REGION: textOr('us-east-1').describe('Region of the bucket.'),
  SERVICE_RESULTS_S3_ENDPOINT: url('http:', 'https:').describe(
    "Address of an S3-compatible server; unset = Amazon's for the region.",
  ),
  SERVICE_RESULTS_S3_PATH_STYLE: flag(false).describe(
    'The bucket stands in the path of addresses, as most S3-compatible servers want it, not in the host.',
  ),
  SERVICE_RESULTS_S3_ACCESS_KEY_ID: text().describe(
    "Who asks; unset = whatever Amazon's SDK finds: its variables, its files, the machine's role.",
  ),
  SERVICE_RESULTS_S3_SECRET_ACCESS_KEY: text().describe('The secret of that key.'),
  SERVICE_RETENTION_INTERVAL_SECONDS: whole(600, { min: 1 }).describe(
    'Between two removals of what has expired.',
  ),
  SERVICE_LOCAL_FILES_DIR: text().describe(
    'Directory whose files SQLite and DuckDB connections may open; unset = both are off.',
  ),
  SERVICE_UNIX_SOCKETS_DIR: text().describe(
    'Directory whose Unix sockets PostgreSQL connections may dial; unset = none.',
  ),
  SERVICE_TARGET_HOSTS_ALLOW: targetHosts().describe(
    'Hosts that connections may point to beside the public internet; see security/target-hosts.md.',
  ),
  SERVICE_TARGET_HOSTS_DENY: targetHosts().describe(
    'Hosts that no connection may point to; a lone * = all that are not allowed.',
  ),
  SERVICE_MACHINE_CREDENTIALS: flag(false).describe(
    'Whether BigQuery connections may sign in as the machine that the workers run on.',
  ),
  SERVICE_MAX_STATEMENTS_PER_BATCH: whole(1000, { min: 1 }).describe('More are a bad request.'),
  SERVICE_QUEUE_LIMIT_SECONDS: whole(600, { min: 1 }).describe('Longest wait for a worker.'),
  SERVICE_CONNECT_TIMEOUT_SECONDS: whole(10, { min: 1 }).describe('Connecting to a target.'),
  SERVICE_CLIENT_KEEP_ALIVE_SECONDS: whole(30, { min: 1 }).describe(
    'Life of a connection client that nobody keeps alive.',
  ),
  SERVICE_MAX_CLIENTS_PER_WORKER: whole(100, { min: 0 }).describe(
    'Connection clients that a worker holds.',
  ),
  SERVICE_SCHEMA_CACHE_TTL_SECONDS: whole(86_400, { min: 1 }).describe(
    'Age after which a cached schema is refreshed.',
  ),
  SERVICE_SCHEMA_TIMEOUT_SECONDS: whole(60, { min: 1 }).describe('Reading a schema.'),
  SERVICE_WORKER_CONCURRENCY: whole(16, { min: 1 }).describe(
    'Batches run side by side by each executor process.',
  ),
  SERVICE_WORKER_PROCESSES: whole(1, { min: 1, max: 256 }).describe(
    'Executor processes of a worker; a crash takes the batches of one.',
  ),
  SERVICE_WORKER_HEAP_MB: whole(512, { min: 64 }).describe(
    'Heap of an executor, MiB; result rows lie outside, under their own limits.',
  ),
  SERVICE_WORKER_POOLS: workerPools.describe(
    'Pools that a worker works for, with spaces between; `default` = connections that name none.',
  ),
  SERVICE_TENANT_FIELD: userDataPath.describe(
    'Whom fairness and limits count by, such as data.tenant; unset = each user.',
  ),
  SERVICE_MAX_RUNNING_PER_TENANT: whole(0, { min: 0, max: 1_000_000 }).describe(
    'Batches of a tenant that run side by side; 0 = any number.',
  ),
  SERVICE_MAX_RUNNING_PER_USER: whole(0, { min: 0, max: 1_000_000 }).describe(
    'Batches of a user that run side by side; 0 = any number.',
  ),
  SERVICE_MAX_QUEUED_PER_TENANT: whole(10_000, { min: 0, max: 1_000_000 }).describe(
    'Batches of a tenant that wait side by side (429 beyond); 0 = any number.',
  ),
  SERVICE_MAX_CLIENTS_PER_TENANT: whole(100, { min: 0, max: 1_000_000 }).describe(
    'Connection clients of a tenant that are open side by side (429 beyond); 0 = any number.',
  ),
  SERVICE_MAX_STORED_MB_PER_TENANT: whole(0, { min: 0, max: 1_000_000_000 }).describe(
    'Megabytes of results that are kept for a tenant, which runs nothing more beyond; 0 = any number.',
  ),
  SERVICE_MAX_REQUESTS_PER_MINUTE: whole(60_000, { min: 0, max: 100_000_000 }).describe(
    'Requests of a user that an API process takes in a minute (429 beyond); 0 = any number.',
  ),
  SERVICE_WORKER_LEASE_MS: whole(10_000, { min: 500 }).describe('Life of an unrenewed lease.'),
  SERVICE_SWEEP_INTERVAL_MS: whole(2_000, { min: 100 }).describe('Between two sweeps.'),
  SERVICE_REDISPATCH_AFTER_MS: whole(3_000, { min: 100 }).describe(
    'An unclaimed batch is enqueued again.',
  ),
  SERVICE_SHUTDOWN_GRACE_SECONDS: whole(30, { min: 0 }).describe('For statements to end.'),
  SERVICE_DRAIN_SECONDS: whole(0, { min: 0, max: 3_600 }).describe(
    'An API that is told to stop serves on for so long, not ready, so that a load balancer turns away.',
  ),
  SERVICE_METRICS_IP: textOr('127.0.0.1').describe('Address of the metrics ports.'),
  SERVICE_METRICS_PORT: whole(0, { min: 0, max: 65_535 }).describe(
    'Port for the metrics of the API; 0 = on its own port, for admins.',
  ),
  SERVICE_WORKER_METRICS_PORT: whole(0, { min: 0, max: 65_535 }).describe(
    'First port for the metrics of workers; 0 = none.',
  ),
  SERVICE_SQL_COMMENT: flag(true).describe('Statements say whose they are in a comment.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').describe(
    'Collector of traces (OTLP over HTTP); unset = no traces.',
  ),
  SERVICE_TRACE_SAMPLE_PERCENT: whole(100, { min: 0, max: 100 }).describe(
    'Share of traces that is kept.',
  ),
  SERVICE_SEED_DATA_PATH: text().describe(
    'Folder of seed data: connections and queries as JSON files, written at each start.',
  ),
  SERVICE_WEBHOOK_ENABLED: flag(false).describe('Webhooks are sent.'),
  SERVICE_WEBHOOK_SECRET: secret().describe('Signs webhooks; they need it.'),
  SERVICE_WEBHOOK_USER_CREATED_URL: url('http:', 'https:').describe(
    'Receiver of user_created webhooks; unset = none are sent.',
  ),
  SERVICE_WEBHOOK_QUERY_CREATED_URL: url('http:', 'https:').describe(
    'Receiver of query_created webhooks.',
  ),
  SERVICE_WEBHOOK_BATCH_CREATED_URL: url('http:', 'https:').describe(
    'Receiver of batch_created webhooks.',
  ),
  SERVICE_WEBHOOK_STATEMENT_CREATED_URL: url('http:', 'https:').describe(
    'Receiver of statement_created webhooks.',
  ),
  SERVICE_WEBHOOK_STATEMENT_FINISHED_URL: url('http:', 'https:').describe(
    'Receiver of statement_finished webhooks.',
  ),
  SERVICE_WEBHOOK_BATCH_FINISHED_URL: url('http:', 'https:').describe(
    'Receiver of batch_finished webhooks.',
  ),
  SERVICE_WEBHOOK_INCLUDE_RESULTS: flag(false).describe(
    'statement_finished webhooks hold the first rows of the result.',
  ),
  SERVICE_WEBHOOK_RESULT_MAX_ROWS: whole(100, { min: 1, max: 10_000 }).describe(
    'Rows that such a webhook holds at most; 1 MiB of them at most in any case.',
  ),
  SERVICE_WEBHOOK_TIMEOUT_SECONDS: whole(5, { min: 1, max: 10 }).describe(
    'For a receiver to answer a webhook.',
  ),
  SERVICE_WEBHOOK_RETRY_MS: whole(1_000, { min: 10, max: 60_000 }).describe(
    'First wait before a webhook is tried again; it doubles with each try, up to five minutes.',
  ),
  SERVICE_WEBHOOK_GIVE_UP_HOURS: whole(24, { min: 1, max: 168 }).describe(
    'A webhook that nobody has taken for so long is dropped.',
  ),
  SERVICE_WEBHOOK_MAX_BACKLOG: whole(100_000, { min: 1, max: 10_000_000 }).describe(
    'Webhooks that wait at most; beyond, the oldest are dropped.',
  ),
  SERVICE_DATABASE_POOL_SIZE: whole(10, { min: 2 }).describe('Connections of a process.'),
} as const;

/** Name of a setting. */
export type SettingName = keyof typeof settings;

/** The parsed settings, by name. */
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]> };
