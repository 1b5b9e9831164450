import type { DriverInfo } from '@sluice/contracts';
import type { FieldValue } from './connection-fields.js';

/** The driver and the field values in a connection URL. */
export interface ParsedUrl {
  driver: string;
  data: Record<string, FieldValue>;
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
  return { driver: driver.id, data: Object.fromEntries(known) };
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

/** Reads `sslmode` of PostgreSQL, and `ssl`, `useSSL` and `ssl-mode` of MySQL. */
function tlsOf({ searchParams }: URL): Record<string, boolean> {
  const mode = (searchParams.get('sslmode') ?? searchParams.get('ssl-mode') ?? '').toLowerCase();
  const flag = searchParams.get('ssl') ?? searchParams.get('useSSL');
  if (['require', 'required'].includes(mode)) return { ssl: true, sslSelfSigned: true };
  if (/^verify/.test(mode) || flag === 'true' || flag === '1') return { ssl: true };
  return {};
}
