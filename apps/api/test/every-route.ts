import { randomUUID, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { openApiTelemetry, type ApiTelemetry } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import { openDatabase } from '@sluice/database';
import { pino } from 'pino';
import type { Test } from 'tap';

/** Of an authority that Node trusts: nothing here is signed with it, and making a key takes half a second. */
const rsaCertificate =
  rootCertificates.find((pem) => new X509Certificate(pem).publicKey.asymmetricKeyType === 'rsa') ??
  '';

/** Returns settings that enable every sign-in method. */
export const everySignInMethod = (): Record<string, string> => ({
  PUBLIC_URL: 'http://127.0.0.1:3000',
  SERVICE_OAUTH_CLIENT_ID: 'client',
  SERVICE_OAUTH_CLIENT_SECRET: 'secret',
  SERVICE_OIDC_CLIENT_ID: 'client',
  SERVICE_OIDC_CLIENT_SECRET: 'secret',
  // Nothing listens on this port, so the sign-in redirects back with an error code.
  SERVICE_OIDC_ISSUER: 'http://127.0.0.1:1',
  SERVICE_SAML_ENTRY_POINT: 'http://127.0.0.1:1/sso',
  SERVICE_SAML_ISSUER: 'sluice',
  SERVICE_SAML_CERT: rsaCertificate,
});

/** Returns the telemetry that the metrics route needs, with a database that does not exist. */
export async function openIdleTelemetry(t: Test): Promise<ApiTelemetry> {
  const databaseUrl = 'postgresql://unknown@127.0.0.1:1/none';
  const database = openDatabase({ databaseUrl, poolSize: 2, applicationName: 'test' });
  const { settings } = loadApiConfig({
    DATABASE_URL: databaseUrl,
    SERVICE_PASSPHRASE: 'p'.repeat(8) + randomUUID(),
    SERVICE_COOKIE_SECRET: randomUUID(),
  });
  const telemetry = await openApiTelemetry(settings, database, pino({ level: 'silent' }));
  t.teardown(async () => {
    await telemetry.close();
    await database.$disconnect();
  });
  return telemetry;
}
