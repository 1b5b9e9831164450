import { text, textOr, whole, url, secret } from './rules.js';

/** Metadata database, queue and secrets. */
export const storageSettings = {
  SERVICE_DB_PATH: textOr('./data').describe(
    'Directory of results, generated secrets and the embedded PostgreSQL.',
  ),
  DATABASE_URL: url('postgres:', 'postgresql:').describe(
    'URL of the metadata database (PostgreSQL).',
  ),
  SERVICE_DATABASE_POOL_SIZE: whole(10, { min: 2 }).describe(
    'Maximum connections of a process to the metadata database.',
  ),
  REDIS_URL: url('redis:', 'rediss:').describe(
    'URL of the Redis server for the queue. Unset keeps the queue in PostgreSQL.',
  ),
  SERVICE_QUEUE_PREFIX: textOr('sluice').describe('Prefix of the queue (Redis key prefix).'),
  SERVICE_PASSPHRASE: secret().describe('Passphrase that encrypts connection data.'),
  SERVICE_PASSPHRASE_PREVIOUS: secret().describe(
    'Previous passphrase, for key rotation. It only decrypts.',
  ),
  SERVICE_SEED_DATA_PATH: text().describe(
    'Directory of seed data: JSON files of connections and saved queries, which each start stores in the database.',
  ),
} as const;
