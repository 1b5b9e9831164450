import type { SdkOptions } from './sdk.js';
import type { Settings } from './settings.js';

/**
 * Returns the options of the SDK. All are explicit, so that it reads no file and no environment; blank ones are
 * omitted.
 */
export function optionsOf(settings: Settings): SdkOptions {
  const { account, accessUrl, signIn, warehouse, database, schema, role } = settings;
  const texts = {
    account,
    accessUrl,
    username: signIn.username,
    ...(signIn.kind === 'password' ? { password: signIn.password } : {}),
    ...(signIn.kind === 'token' || signIn.kind === 'accessToken' ? { token: signIn.token } : {}),
    ...(signIn.kind === 'privateKey'
      ? { privateKey: signIn.privateKey, privateKeyPass: signIn.passphrase }
      : {}),
    warehouse,
    database,
    schema,
    role,
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    authenticator: authenticators[signIn.kind],
    clientSessionKeepAlive: true,
    clientStoreTemporaryCredential: false,
    disableQueryContextCache: true,
    // SDK retries would continue in the background after an abort.
    sfRetryMaxLoginRetries: 0,
  };
}

const authenticators = {
  password: 'SNOWFLAKE',
  privateKey: 'SNOWFLAKE_JWT',
  accessToken: 'PROGRAMMATIC_ACCESS_TOKEN',
  token: 'OAUTH',
} as const satisfies Record<Settings['signIn']['kind'], string>;
