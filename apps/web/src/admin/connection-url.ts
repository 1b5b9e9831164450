import type { DriverInfo } from '@sluice/contracts';
import type { FieldValue } from './connection-fields.js';

/** The driver and the field values in a connection URL. */
export interface ParsedUrl {
  driver: string;
  data: Record<string, FieldValue>;
  /** Parameters of the URL that name a file; a browser cannot read it. */
  files: string[];
}

/** URL schemes and the drivers that they may mean, in order of preference. */
const driversOfScheme: Record<string, string[]> = {
  postgres: ['postgres'],
  postgresql: ['postgres'],
  mysql: ['mysql'],
  mariadb: ['mariadb', 'mysql'],
};

/**
 * Reads a connection URL, such as `postgres://user:password@host:5432/database?sslmode=require`, optionally with the
 * prefix `jdbc:`.
 *
 * @returns the driver and its field values; null if the text is no URL of a known driver
 */
export function parseConnectionUrl(text: string, drivers: DriverInfo[]): ParsedUrl | null {
  const url = urlOf(text.trim().replace(/^jdbc:/i, ''));
  if (url === null) return null;
  const candidates = driversOfScheme[url.protocol.slice(0, -1)] ?? [];
  const driver = candidates
    .map((id) => drivers.find((each) => each.id === id))
    .find((each) => each !== undefined);
  if (driver === undefined || url.hostname === '') return null;
  const keys = new Set(driver.fields.map(({ key }) => key));
  const values: Record<string, FieldValue> = {
    // Brackets enclose an IPv6 address.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    database: decode(url.pathname.slice(1)),
    username: decode(url.username) || (url.searchParams.get('user') ?? ''),
    password: decode(url.password) || (url.searchParams.get('password') ?? ''),
    ...tlsOf(url),
  };
  const known = Object.entries(values).filter(([key, value]) => value !== '' && keys.has(key));
  return { driver: driver.id, data: Object.fromEntries(known), files: filesOf(url) };
}

function urlOf(text: string): URL | null {
  return /^[a-z]+:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Modes of PostgreSQL, MySQL and MariaDB without TLS. `allow` starts without TLS. */
const plainModes = new Set(['disable', 'disabled', 'allow']);
/** Modes that encrypt but do not verify the certificate. `prefer` falls back to no TLS, which no driver here does. */
const unverifiedModes = new Set([
  'prefer',
  'preferred',
  'require',
  'required',
  'trust',
  'noverify',
  'acceptinvalidcerts',
]);
const offValues = new Set(['false', '0', 'no', 'off', ...plainModes]);

/** `system` names the authorities of the machine. */
const authorityParameters = ['sslrootcert', 'sslca', 'serversslcert'];
const fileParameters = new Set([...authorityParameters, 'sslcert', 'sslkey', 'sslidentity']);

const filesOf = ({ searchParams }: URL): string[] =>
  [...searchParams].flatMap(([name, value]) =>
    fileParameters.has(fold(name)) && value !== '' && value !== 'system' ? [name] : [],
  );

/**
 * Reads the TLS parameters of PostgreSQL, MySQL, MariaDB and their JDBC and Node drivers. A text that asks for TLS in an
 * unknown way turns TLS on: a failing connection is visible, a missing encryption is not.
 */
function tlsOf(url: URL): Record<string, boolean> {
  const given = new Map([...url.searchParams].map(([name, value]) => [fold(name), fold(value)]));
  const mode = given.get('sslmode') ?? given.get('sslaccept') ?? '';
  const flags = ['ssl', 'usessl', 'requiressl', 'tls'].flatMap((name) => given.get(name) ?? []);
  const namesAuthority = authorityParameters.some((name) => (given.get(name) ?? '') !== '');
  if (plainModes.has(mode) || (mode === '' && flags.some((value) => offValues.has(value)))) {
    return { ssl: false };
  }
  const isUnverified =
    flags.some((value) => value === 'noverify' || /rejectunauthorized"?:(?:false|0)/.test(value)) ||
    given.get('sslaccept') === 'acceptinvalidcerts' ||
    given.get('verifyservercertificate') === 'false' ||
    given.get('trustservercertificate') === 'true' ||
    /nonvalidating/.test(given.get('sslfactory') ?? '') ||
    // libpq verifies the certificate in every mode that encrypts if it knows an authority.
    (unverifiedModes.has(mode) && !namesAuthority && given.get('sslaccept') !== 'strict');
  if (isUnverified) return { ssl: true, sslSelfSigned: true };
  const namesFile = namesAuthority || filesOf(url).length > 0;
  const asksForTls = mode !== '' || flags.length > 0 || namesFile || given.has('sslnegotiation');
  return asksForTls ? { ssl: true } : {};
}

/** Names and values differ in capitals and separators: `sslMode=VERIFY_CA`, `ssl-mode=verify-ca`. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/[_\s-]/g, '');
