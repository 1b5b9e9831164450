import { DriverError, type ConnectionConfig } from '@sluice/driver-kit';
import { required, textField } from '@sluice/driver-kit/fields';
import { accountIn, parseAccount, snowflakeUrl } from './account.js';
import { parseUrl } from './url.js';

/** Credentials of the user. */
export type SignIn =
  | { kind: 'password'; username: string; password: string }
  | { kind: 'privateKey'; username: string; privateKey: string; passphrase: string }
  | { kind: 'accessToken'; username: string; token: string }
  | { kind: 'token'; username: string; token: string };

/** Validated fields of a connection; empty = not set. */
export interface Settings {
  account: string;
  /** Scheme, host and port. */
  accessUrl: string;
  signIn: SignIn;
  warehouse: string;
  database: string;
  schema: string;
  role: string;
  preQueryStatements: string;
}

const refuse = (what: string): DriverError => new DriverError('connection', 'not_run', what);

/** Validates the fields. @throws DriverError kind `connection`, without field values */
export function readSettings(config: ConnectionConfig): Settings {
  const text = (key: string): string => textField(config, key).trim();
  const account = parseAccount(required(config, 'account'));
  if (!account) {
    throw refuse(
      'account must be an account identifier such as myorg-myaccount, or the address of the account',
    );
  }
  return {
    account: account.account,
    accessUrl: accessUrlOf(text('accessUrl')) || account.accessUrl,
    signIn: signInOf(config),
    warehouse: text('warehouse'),
    database: text('database'),
    schema: text('schema'),
    role: text('role'),
    preQueryStatements: text('preQueryStatements'),
  };
}

function accessUrlOf(text: string): string {
  if (text === '') return '';
  // Only for hosts of Snowflake, the scheme may be missing and a path is ignored.
  const pasted = snowflakeUrl(text);
  const known = pasted && accountIn(pasted);
  if (known) return known.accessUrl;
  const url = parseUrl(text);
  // Plain HTTP only if requested explicitly: a server on the same machine, as in tests.
  if (!url || !['https:', 'http:'].includes(url.protocol)) {
    throw refuse('accessUrl must start with https:// and contain a host');
  }
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '') {
    throw refuse('accessUrl must contain only a host and a port');
  }
  return url.origin;
}

function signInOf(config: ConnectionConfig): SignIn {
  const password = textField(config, 'password');
  const privateKey = textField(config, 'privateKey').trim();
  const accessToken = textField(config, 'programmaticAccessToken').trim();
  const token = textField(config, 'token').trim();
  const given = [password, privateKey, accessToken, token].filter((secret) => secret !== '').length;
  if (given !== 1) {
    throw refuse(
      'Exactly one of privateKey, programmaticAccessToken, password and token is required',
    );
  }
  if (token !== '') {
    return { kind: 'token', username: textField(config, 'username').trim(), token };
  }
  const username = required(config, 'username');
  if (accessToken !== '') return { kind: 'accessToken', username, token: accessToken };
  if (password !== '') return { kind: 'password', username, password };
  const passphrase = textField(config, 'privateKeyPass');
  return { kind: 'privateKey', username, privateKey, passphrase };
}
