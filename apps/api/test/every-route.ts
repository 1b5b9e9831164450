import { randomUUID } from 'node:crypto';
import { openApiTelemetry, type ApiTelemetry } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import { openDatabase } from '@sluice/database';
import { pino } from 'pino';
import type { Test } from 'tap';
import { createSigner } from './saml-forge.js';

/** Settings with which every way of signing in has its routes. */
export const everyMethod = (): Record<string, string> => ({
  PUBLIC_URL: 'http://127.0.0.1:3000',
  SERVICE_OAUTH_CLIENT_ID: 'client',
  SERVICE_OAUTH_CLIENT_SECRET: 'secret',
  SERVICE_OIDC_CLIENT_ID: 'client',
  SERVICE_OIDC_CLIENT_SECRET: 'secret',
  // Nobody listens there: the sign-in leads back with a code.
  SERVICE_OIDC_ISSUER: 'http://127.0.0.1:1',
  SERVICE_SAML_ENTRY_POINT: 'http://127.0.0.1:1/sso',
  SERVICE_SAML_ISSUER: 'sluice',
  SERVICE_SAML_CERT: createSigner().certificate,
});

/** What gives an API its route of metrics; it measures nothing, for its database is not there. */
export async function openIdleTelemetry(t: Test): Promise<ApiTelemetry> {
  const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none';
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
