// `npm run reencrypt`: puts all stored secrets under SERVICE_PASSPHRASE, after which SERVICE_PASSPHRASE_PREVIOUS can
// go. Takes the service's own settings; see docs/how-to/change-the-passphrase.md.
import { loadWorkerConfig } from '@sluice/config';
import { createCipher, openDatabase, reencryptConnections } from '@sluice/database';

const { settings } = loadWorkerConfig();
const database = openDatabase({
  databaseUrl: settings.DATABASE_URL,
  poolSize: 1,
  applicationName: 'sluice-reencrypt',
});
try {
  const cipher = createCipher(settings.SERVICE_PASSPHRASE, settings.SERVICE_PASSPHRASE_PREVIOUS);
  const { renewed, unchanged, unreadable } = await reencryptConnections(database, cipher);
  console.log(`Connections: ${renewed} renewed, ${unchanged} unchanged.`);
  if (unreadable.length > 0) {
    console.error(
      `No passphrase decrypts these; enter their secrets again: ${unreadable.join(', ')}`,
    );
    process.exitCode = 1;
  }
} finally {
  await database.$disconnect();
}
