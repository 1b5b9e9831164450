import { createHash, createPublicKey, createVerify } from 'node:crypto';

/** A user and its credentials. */
export interface SnowflakeUsers {
  username: string;
  password: string;
  /** A programmatic access token. */
  accessToken: string;
  /** An OAuth token. */
  token: string;
  /** PEM of the user's public key; null if there is none. */
  publicKey: string | null;
}

/** The default user. */
export const standardUsers: SnowflakeUsers = {
  username: 'reader',
  password: 'pass word\'"\\%',
  accessToken: 'access-token',
  token: 'oauth-token',
  publicKey: null,
};

/** Why a sign-in was refused. */
type Refusal = readonly [code: string, message: string];

/** Returns why sign-in data do not belong to a user, with the code of their method; null if they do. */
export function refusalOf(
  users: SnowflakeUsers,
  data: Readonly<Record<string, unknown>>,
): Refusal | null {
  const isUser = data['LOGIN_NAME'] === users.username;
  switch (data['AUTHENTICATOR']) {
    case 'OAUTH':
      return data['TOKEN'] === users.token ? null : ['390303', 'Invalid OAuth access token.'];
    case 'SNOWFLAKE_JWT':
      return isSigned(users, String(data['TOKEN'])) ? null : ['390144', 'JWT token is invalid.'];
    case 'PROGRAMMATIC_ACCESS_TOKEN':
      return isUser && data['TOKEN'] === users.accessToken
        ? null
        : ['394400', 'Programmatic access token is invalid.'];
    default:
      return isUser && data['PASSWORD'] === users.password
        ? null
        : ['390100', 'Incorrect username or password was specified.'];
  }
}

/** As documented: issuer and subject in upper case, the issuer with the key's fingerprint. */
function isSigned({ username, publicKey }: SnowflakeUsers, token: string): boolean {
  const [head = '', payload = '', signature = ''] = token.split('.');
  if (publicKey === null) return false;
  const key = createPublicKey(publicKey);
  const isOwn = createVerify('RSA-SHA256')
    .update(`${head}.${payload}`)
    .verify(key, signature, 'base64url');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    iss: string;
    sub: string;
  };
  const der = key.export({ type: 'spki', format: 'der' });
  const fingerprint = `SHA256:${createHash('sha256').update(der).digest('base64')}`;
  const subject = `MYORG-MYACCOUNT.${username.toUpperCase()}`;
  return isOwn && claims.sub === subject && claims.iss === `${subject}.${fingerprint}`;
}
