// `npm run reencrypt`: puts all stored secrets under SERVICE_PASSPHRASE, after which SERVICE_PASSPHRASE_PREVIOUS can
// go. Takes the service's own settings; see docs/how-to/change-the-passphrase.md.
import { loadWorkerConfig } from '@sluice/config';
import { createCipher, openDatabase, reencryptStoredData } from '@sluice/database';

const { settings } = loadWorkerConfig();
const database = openDatabase({
  databaseUrl: settings.DATABASE_URL,
  poolSize: 1,
  applicationName: 'sluice-reencrypt',
});
try {
  const cipher = createCipher(settings.SERVICE_PASSPHRASE, settings.SERVICE_PASSPHRASE_PREVIOUS);
  const data = await reencryptStoredData(database, cipher);
  const names = {
    connections: 'Connections',
    drafts: 'Drafts',
    queryVersions: 'Versions of saved queries',
  };
  for (const [kind, { renewed, unchanged }] of Object.entries(data)) {
    console.log(`${names[kind]}: ${renewed} renewed, ${unchanged} unchanged.`);
  }
  const report = (text, { unreadable }) => {
    if (unreadable.length === 0) return;
    console.error(`${text}: ${unreadable.join(', ')}`);
    process.exitCode = 1;
  };
  report('No passphrase decrypts these; enter their secrets again', data.connections);
  report('No passphrase decrypts these', data.drafts);
  report('No passphrase decrypts these', data.queryVersions);
} finally {
  await database.$disconnect();
}
