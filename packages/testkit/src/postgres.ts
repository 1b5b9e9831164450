import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import {
  defaultSystemFolder,
  findBinaries,
  placePostgres,
  startEmbeddedPostgres,
} from '@sluice/standalone';

/** A PostgreSQL of its own, with the superuser's address. */
export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Starts an embedded PostgreSQL in `folder`, as the launcher does. */
export async function startPostgres(folder: string): Promise<TestPostgres> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const dbPath = await realpath(folder);
  const password = randomBytes(16).toString('hex');
  const location = await placePostgres({
    dbPath,
    installed: await findBinaries(),
    systemFolder: defaultSystemFolder,
  });
  const postgres = await startEmbeddedPostgres({
    dbPath,
    location,
    password,
    supervise: { logFolder: dbPath, recordFolder: dbPath, show: () => undefined },
  });
  const { host, port } = postgres;
  return {
    url: `postgresql://postgres:${password}@${host}:${port}/postgres`,
    stop: () => postgres.stop(),
  };
}
