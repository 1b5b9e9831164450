// Writes the secrets that docker-compose.yml asks for into .env, once: `node deploy/make-secrets.mjs [file]`. A file that
// is there is left alone, since what it encrypts cannot be read without it.
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
  console.log(`Wrote ${path}. Keep a copy of it where no backup of the database is.`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  console.error(`${path} is there already and was left as it is.`);
  process.exitCode = 1;
}
