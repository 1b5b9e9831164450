import {
  createCipher,
  createConnectionRepository,
  createSetupMarkRepository,
  createUserRepository,
  openDatabase,
  type Database,
} from '@sluice/database';
import { decryptData, encryptData } from '../connection-data/index.js';
import { createPasswordHasher } from '../identity/password-hashing/index.js';

/** How the sample database is reached. */
export interface SampleAddress {
  host: string;
  port: number;
  database: string;
  username: string;
  password: string;
}

/** What the first start puts into the service's database. */
export interface FirstRunData {
  /** Of the service's own database, migrations applied. */
  databaseUrl: string;
  /** Encrypts the connection's data. */
  passphrase: string;
  /** Absent when the settings name an admin: then the API makes that one. */
  admin?: { email: string; password: string };
  sample: SampleAddress;
}

/** Fixed, so that links and examples can name it. */
const sampleId = 'sample';

/**
 * Makes the first admin and, once ever, the connection "Sample". Leaves alone what is there already,
 * so it may be called again after an interrupted start.
 */
export function createFirstRunData({
  databaseUrl,
  passphrase,
  admin,
  sample,
}: FirstRunData): Promise<void> {
  return withDatabase(databaseUrl, async (database) => {
    if (admin !== undefined) await createAdmin(database, admin);
    const data = dataOf(sample);
    const encryptedData = encryptData(createCipher(passphrase), sampleId, data);
    await createSetupMarkRepository(database).once('sample-connection', (transaction) =>
      transaction.connection.createMany({
        data: [
          {
            id: sampleId,
            name: 'Sample',
            description: 'A shop to try things out on; read-only.',
            driver: 'postgres',
            encryptedData,
            readOnly: true,
          },
        ],
        skipDuplicates: true,
      }),
    );
  });
}

/**
 * Changes where the connection "Sample" points, when the port or the password of the embedded server
 * is another than before. One that an admin removed or pointed elsewhere is left alone.
 */
export function moveSampleConnection({
  databaseUrl,
  passphrase,
  sample,
}: Omit<FirstRunData, 'admin'>): Promise<void> {
  return withDatabase(databaseUrl, async (database) => {
    const connections = createConnectionRepository(database);
    const row = await connections.find(sampleId);
    if (row?.driver !== 'postgres') return;
    const cipher = createCipher(passphrase);
    const stored = decryptData(cipher, row);
    const wanted = dataOf(sample);
    const isOurs = stored['database'] === wanted.database && stored['username'] === wanted.username;
    const isSame = stored['port'] === wanted.port && stored['password'] === wanted.password;
    if (!isOurs || (isSame && stored['host'] === wanted.host)) return;
    const encryptedData = encryptData(cipher, sampleId, { ...stored, ...wanted });
    await connections.update(sampleId, row.version, { encryptedData });
  });
}

async function createAdmin(database: Database, admin: { email: string; password: string }) {
  const users = createUserRepository(database);
  if ((await users.findByEmail(admin.email)) !== null) return;
  const passwordHash = await createPasswordHasher().hash(admin.password);
  await users.create({ email: admin.email, role: 'admin', name: 'Administrator', passwordHash });
}

const dataOf = ({ host, port, database, username, password }: SampleAddress) => ({
  host,
  port: String(port),
  database,
  username,
  password,
});

async function withDatabase(
  databaseUrl: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase({
    databaseUrl,
    poolSize: 2,
    applicationName: 'sluice-first-run',
  });
  try {
    await work(database);
  } finally {
    await database.$disconnect();
  }
}
