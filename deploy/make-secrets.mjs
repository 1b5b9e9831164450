// Writes the secrets of docker-compose.yml into .env: `node deploy/make-secrets.mjs [file]`. It never overwrites a file,
// because stored data cannot be decrypted without its secrets.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const names = [
  'POSTGRES_PASSWORD',
  'REDIS_PASSWORD',
  'S3_PASSWORD',
  'SERVICE_PASSPHRASE',
  'SERVICE_COOKIE_SECRET',
  'SERVICE_ADMIN_PASSWORD',
  'SAMPLE_OWNER_PASSWORD',
  'SAMPLE_READER_PASSWORD',
];

const path = process.argv[2] ?? fileURLToPath(new URL('../.env', import.meta.url));
const text = names.map((name) => `${name}=${randomBytes(32).toString('hex')}\n`).join('');
try {
  await writeFile(path, text, { flag: 'wx', mode: 0o600 });
  console.log(`Wrote ${path}. Keep a copy apart from the database backups.`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  console.error(`${path} exists and was not changed.`);
  process.exitCode = 1;
}
