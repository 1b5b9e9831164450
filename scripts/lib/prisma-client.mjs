// Generates the Prisma client from prisma/schema.prisma when the schema is newer.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runQuietly } from './run-quietly.mjs';

const schema = 'prisma/schema.prisma';
const generated = 'packages/database/src/generated/client.ts';

/** Generates the client if it is missing or older than the schema. */
export async function ensurePrismaClient() {
  if (await isStale()) await generatePrismaClient();
}

/** Generates the client. */
export const generatePrismaClient = () =>
  runQuietly(
    process.execPath,
    [join(root, 'node_modules', 'prisma', 'build', 'index.js'), 'generate'],
    { cwd: root, env },
  );

// `generate` needs no schema engine, but the CLI downloads one when none is named. Any executable is accepted.
const env = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
  ...process.env,
};

async function isStale() {
  const [target, source] = await Promise.all([modifiedMs(generated), modifiedMs(schema)]);
  return target < source;
}

const modifiedMs = (path) =>
  stat(join(root, path)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
