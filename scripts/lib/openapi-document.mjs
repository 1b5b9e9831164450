// The OpenAPI document of the built API. Nothing is connected to: the app is made, asked, and closed.
import { randomBytes } from 'node:crypto';
import { buildApp, createLogger, createPasswordHasher } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import { createCipher, openDatabase } from '@sluice/database';

/** @returns what `GET /api/openapi.json` answers, with every optional route turned on */
export async function openApiDocument() {
  const secret = () => randomBytes(32).toString('hex');
  const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none';
  const { settings } = loadApiConfig({
    DATABASE_URL: databaseUrl,
    SERVICE_PASSPHRASE: secret(),
    SERVICE_COOKIE_SECRET: secret(),
  });
  const database = openDatabase({ databaseUrl, poolSize: 1, applicationName: 'document-api' });
  const nothing = () => Promise.resolve();
  const app = await buildApp({
    settings,
    database,
    cipher: createCipher(settings.SERVICE_PASSPHRASE),
    producer: { add: nothing },
    checkQueue: nothing,
    results: {},
    notifications: { subscribe: () => () => undefined, close: nothing },
    passwords: createPasswordHasher({ cost: 2 }),
    log: createLogger('silent'),
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  await database.$disconnect();
  return JSON.parse(JSON.stringify(document));
}
