import { createHash, createPublicKey, createVerify } from 'node:crypto';

/** A user and its credentials. */
export interface SnowflakeUsers {
  username: string;
  password: string;
  /** An OAuth token. */
  token: string;
  /** PEM of the user's public key; null if there is none. */
  publicKey: string | null;
}

/** The default user. */
export const standardUsers: SnowflakeUsers = {
  username: 'reader',
  password: 'pass word\'"\\%',
  token: 'oauth-token',
  publicKey: null,
};

/** Whether sign-in data belong to a user. */
export function isAllowed(users: SnowflakeUsers, data: Readonly<Record<string, unknown>>): boolean {
  switch (data['AUTHENTICATOR']) {
    case 'OAUTH':
      return data['TOKEN'] === users.token;
    case 'SNOWFLAKE_JWT':
      return isSigned(users, String(data['TOKEN']));
    default:
      return data['LOGIN_NAME'] === users.username && data['PASSWORD'] === users.password;
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
