/** The explanation of a failed connection test. */
export interface ConnectFailure {
  title: string;
  /** What to check, one sentence each. */
  checks: string[];
}

interface Rule extends ConnectFailure {
  /** Matches the message of the driver. */
  pattern: RegExp;
}

/** In order: the first match explains the failure. */
const rules: Rule[] = [
  {
    pattern:
      /password authentication failed|access denied for user|incorrect username or password/i,
    title: 'The database rejected the user name or password',
    checks: [
      'Check the user name and the password.',
      'Check that this user may connect from the address of the worker.',
    ],
  },
  {
    pattern: /database .*does not exist|unknown database|no such database/i,
    title: 'The database does not exist on this server',
    checks: ['Check the spelling of the database name; it is case-sensitive.'],
  },
  {
    pattern: /no pg_hba\.conf entry/i,
    title: 'The server does not allow this user from the address of the worker',
    checks: [
      'Add an entry for the worker in pg_hba.conf.',
      'If the server requires TLS, turn on “Use TLS”.',
    ],
  },
  {
    // Before the host name, which messages about certificates also contain.
    pattern: /certificate|self.signed|CERT_|unable to verify/i,
    title: 'The certificate of the server could not be verified',
    checks: [
      'Add the certificate of the authority (CA) in the group TLS.',
      'Check that the host is a name in the certificate.',
    ],
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN|getaddrinfo|host ?name|could not be resolved/i,
    title: 'The host name is unknown',
    checks: [
      'Check the spelling of the host.',
      'Check that the workers use a DNS server that knows the name.',
    ],
  },
  {
    pattern: /ECONNREFUSED|connection refused|refused the connection/i,
    title: 'The server refused the connection',
    checks: [
      'Check the host and the port.',
      'Check that the database runs and listens on this address.',
    ],
  },
  {
    pattern:
      /does not support (TLS|SSL)|(TLS|SSL) .*(not supported|required|handshake)|wrong version number/i,
    title: 'TLS settings of server and connection do not fit',
    checks: ['Turn “Use TLS” on or off, as the server requires.'],
  },
  {
    pattern: /SERVICE_\w+|not an allowed target/i,
    title: 'This service may not connect to the host',
    checks: ['Ask the operator to allow the host; the details name the setting.'],
  },
  {
    pattern: /socks|proxy/i,
    title: 'The proxy did not connect',
    checks: ['Check host, port and credentials of the proxy.'],
  },
  {
    pattern: /ETIMEDOUT|timed? ?out|EHOSTUNREACH|ENETUNREACH|unreachable/i,
    title: 'The server did not answer in time',
    checks: [
      'Check the host and the port.',
      'Check that a firewall allows connections from the workers.',
    ],
  },
  {
    pattern: /too many (connections|clients)|remaining connection slots/i,
    title: 'The server accepts no more connections',
    checks: ['Close sessions on the server or raise its limit.'],
  },
];

/** Explains the message of a driver; null if it is unknown. */
export function explainFailure(message: string): ConnectFailure | null {
  const rule = rules.find(({ pattern }) => pattern.test(message));
  return rule === undefined ? null : { title: rule.title, checks: rule.checks };
}
