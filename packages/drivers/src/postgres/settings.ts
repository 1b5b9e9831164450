import type { ConnectionOptions } from 'node:tls';
import { DriverError, type ConnectionConfig } from '../driver.js';

/** A connection's fields after their check. */
export interface Settings {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  tls: ConnectionOptions | null;
  preQueryStatements: string;
}

const refuse = (what: string): DriverError => new DriverError('connection', 'not_run', what);

/** A field as text; a NUL would end it early inside the start-up packet and begin another. */
function textField(config: ConnectionConfig, key: string): string {
  const value = config[key];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number') throw refuse(`${key} must be text`);
  const text = String(value);
  if (text.includes('\0')) throw refuse(`${key} must not hold a NUL character`);
  return text;
}

function required(config: ConnectionConfig, key: string): string {
  const value = textField(config, key).trim();
  if (value === '') throw refuse(`${key} is missing`);
  return value;
}

function flag(config: ConnectionConfig, key: string): boolean {
  const value = config[key];
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (value === true || value === 'true') return true;
  if (value === 'false') return false;
  throw refuse(`${key} must be true or false`);
}

function portOf(config: ConnectionConfig): number {
  const text = textField(config, 'port').trim();
  const port = text === '' ? 5432 : Number(text);
  if (!/^\d*$/.test(text) || port < 1 || port > 65535) throw refuse('port must be from 1 to 65535');
  return port;
}

function hostOf(config: ConnectionConfig): string {
  const host = required(config, 'host');
  // A path would be a Unix socket of this machine; the rest is no host name either.
  if (!/^[\p{L}\p{N}._:%-]+$/u.test(host)) throw refuse('host must be a host name or an address');
  return host;
}

function tlsOf(config: ConnectionConfig): ConnectionOptions | null {
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

/** Checks the fields. @throws DriverError kind `connection`, never with a field's value in it */
export function readSettings(config: ConnectionConfig): Settings {
  return {
    host: hostOf(config),
    port: portOf(config),
    database: required(config, 'database'),
    user: required(config, 'username'),
    password: textField(config, 'password'),
    tls: tlsOf(config),
    preQueryStatements: textField(config, 'preQueryStatements').trim(),
  };
}
