import type { ConnectionOptions } from 'node:tls';
import { DriverError, type ConnectionConfig } from './contract/driver.js';

// Every refusal has kind `connection` and outcome `not_run`, and holds no value of a field.

const refuse = (what: string): DriverError => new DriverError('connection', 'not_run', what);

/** A field as text; a NUL would end it early inside a packet and begin another. */
export function textField(config: ConnectionConfig, key: string): string {
  const value = config[key];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number') throw refuse(`${key} must be text`);
  const text = String(value);
  if (text.includes('\0')) throw refuse(`${key} must not hold a NUL character`);
  return text;
}

/** A field that must not be blank. */
export function required(config: ConnectionConfig, key: string): string {
  const value = textField(config, key).trim();
  if (value === '') throw refuse(`${key} is missing`);
  return value;
}

/** A field that is on or off, as a form or a person writes it; absent is off. */
export function flag(config: ConnectionConfig, key: string): boolean {
  const value = config[key];
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (value === true || value === 'true') return true;
  if (value === 'false') return false;
  throw refuse(`${key} must be true or false`);
}

/** The port, or the engine's own. */
export function portOf(config: ConnectionConfig, standard: number, key = 'port'): number {
  const text = textField(config, key).trim();
  const port = text === '' ? standard : Number(text);
  if (!/^\d*$/.test(text) || port < 1 || port > 65535) {
    throw refuse(`${key} must be from 1 to 65535`);
  }
  return port;
}

/** The host: a name or an address. */
export function hostOf(config: ConnectionConfig, key = 'host'): string {
  const host = required(config, key);
  // A path would be a Unix socket of this machine; the rest is no host name either.
  if (!/^[\p{L}\p{N}._:%-]+$/u.test(host)) {
    throw refuse(`${key} must be a host name or an address`);
  }
  return host;
}

/** A host, or the absolute path of the directory with the server's Unix socket. */
export function hostOrDirectoryOf(config: ConnectionConfig): string {
  const host = required(config, 'host');
  return host.startsWith('/') ? host : hostOf(config);
}

/** What the TLS fields ask for; null = none. */
export function tlsOf(config: ConnectionConfig): ConnectionOptions | null {
  if (!flag(config, 'ssl')) return null;
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
