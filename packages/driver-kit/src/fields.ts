import type { ConnectionOptions } from 'node:tls';
import { DriverError, type ConnectionConfig } from './contract/driver.js';
import { signInFields } from './definition/common-fields.js';
import { contradictionsOf, withImplied } from './definition/implied-fields.js';

// All errors have kind `connection` and outcome `not_run`, and contain no field value.

const refuse = (what: string): DriverError => new DriverError('connection', 'not_run', what);

/** Returns a field as text. NUL is rejected: it would end the text early inside a packet. */
export function textField(config: ConnectionConfig, key: string): string {
  const value = config[key];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number') throw refuse(`${key} must be text`);
  const text = String(value);
  if (text.includes('\0')) throw refuse(`${key} must not contain a NUL character`);
  return text;
}

/** Returns a field that must not be blank. */
export function required(config: ConnectionConfig, key: string): string {
  const value = textField(config, key).trim();
  if (value === '') throw refuse(`${key} is required`);
  return value;
}

/** Returns a boolean field, as a boolean or text; absent is false. */
export function flag(config: ConnectionConfig, key: string): boolean {
  const value = config[key];
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (value === true || value === 'true') return true;
  if (value === 'false') return false;
  throw refuse(`${key} must be true or false`);
}

/** Returns the port, or the engine's default. */
export function portOf(config: ConnectionConfig, standard: number, key = 'port'): number {
  const text = textField(config, key).trim();
  const port = text === '' ? standard : Number(text);
  if (!/^\d*$/.test(text) || port < 1 || port > 65535) {
    throw refuse(`${key} must be a number from 1 to 65535`);
  }
  return port;
}

/** Returns a host name or an address. */
export function hostOf(config: ConnectionConfig, key = 'host'): string {
  const host = required(config, key);
  // A path would name a Unix socket of this machine.
  if (!/^[\p{L}\p{N}._:%-]+$/u.test(host)) {
    throw refuse(`${key} must be a host name or an address`);
  }
  return host;
}

/** Returns a host, or the absolute path of a directory with a Unix socket. */
export function hostOrDirectoryOf(config: ConnectionConfig): string {
  const host = required(config, 'host');
  return host.startsWith('/') ? host : hostOf(config);
}

/**
 * Returns the TLS options of the TLS fields; null without TLS. Each of them requires TLS.
 *
 * @throws DriverError kind `connection` if `ssl` is false beside another TLS field
 */
export function tlsOf(config: ConnectionConfig): ConnectionOptions | null {
  const [contradiction] = contradictionsOf(signInFields, config);
  if (contradiction) throw refuse(`${contradiction.key} ${contradiction.message}`);
  if (!flag(withImplied(signInFields, config), 'ssl')) return null;
  const pem = { ca: 'ca', cert: 'cert', key: 'key' };
  const texts = Object.entries(pem)
    .map(([option, key]) => [option, textField(config, key).trim()] as const)
    .filter(([, text]) => text !== '');
  return {
    ...Object.fromEntries(texts),
    rejectUnauthorized: !flag(config, 'sslSelfSigned'),
    minVersion: 'TLSv1.2',
  };
}
