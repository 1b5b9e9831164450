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

/** The address and credentials of the sample database. */
export interface SampleAddress {
  host: string;
  port: number;
  database: string;
  username: string;
  password: string;
}

/** The data of the first start. */
export interface FirstRunData {
  /** URL of the metadata database, after its migrations. */
  databaseUrl: string;
  /** Encrypts the connection's data. */
  passphrase: string;
  /** Absent when the settings name an admin: then the API creates that one. */
  admin?: { email: string; password: string };
  sample: SampleAddress;
}

/** Fixed, so that links and examples can use it. */
const SAMPLE_ID = 'sample';

/**
 * Creates the first admin and, only once, the connection "Sample". Existing rows do not change, so
 * it can be repeated after an interrupted start.
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
    const encryptedData = encryptData(createCipher(passphrase), SAMPLE_ID, data);
    await createSetupMarkRepository(database).once('sample-connection', (transaction) =>
      transaction.connection.createMany({
        data: [
          {
            id: SAMPLE_ID,
            name: 'Sample',
            description: 'An online shop to try things out. Read-only.',
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
 * Updates the endpoint of the connection "Sample" when the embedded server has another port or
 * password. A connection that an admin deleted or pointed elsewhere does not change.
 */
export function updateSampleConnection({
  databaseUrl,
  passphrase,
  sample,
}: Omit<FirstRunData, 'admin'>): Promise<void> {
  return withDatabase(databaseUrl, async (database) => {
    const connections = createConnectionRepository(database);
    const row = await connections.find(SAMPLE_ID);
    if (row?.driver !== 'postgres') return;
    const cipher = createCipher(passphrase);
    const stored = decryptData(cipher, row);
    const wanted = dataOf(sample);
    const isOurs = stored['database'] === wanted.database && stored['username'] === wanted.username;
    const isSame = stored['port'] === wanted.port && stored['password'] === wanted.password;
    if (!isOurs || (isSame && stored['host'] === wanted.host)) return;
    const encryptedData = encryptData(cipher, SAMPLE_ID, { ...stored, ...wanted });
    await connections.update(SAMPLE_ID, row.version, { encryptedData });
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
