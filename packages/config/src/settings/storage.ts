import { text, textOr, whole, url, secret } from './rules.js';

/** What the service keeps and by what. */
export const storageSettings = {
  SERVICE_DB_PATH: textOr('./data').describe('Folder of results, secrets and embedded PostgreSQL.'),
  DATABASE_URL: url('postgres:', 'postgresql:').describe("The service's own PostgreSQL."),
  SERVICE_DATABASE_POOL_SIZE: whole(10, { min: 2 }).describe('Connections of a process.'),
  REDIS_URL: url('redis:', 'rediss:').describe('Queue on Redis; unset = on PostgreSQL.'),
  SERVICE_QUEUE_PREFIX: textOr('sluice').describe('Namespace of the queue (Redis key prefix).'),
  SERVICE_PASSPHRASE: secret().describe('Encrypts connection data.'),
  SERVICE_PASSPHRASE_PREVIOUS: secret().describe('Still decrypts, for rotation.'),
  SERVICE_SEED_DATA_PATH: text().describe(
    'Folder of seed data: connections and queries as JSON files, written at each start.',
  ),
} as const;
