import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportReport } from '@sluice/import';
import { createEmptyDatabase, targetConnection, type TestDatabase } from '@sluice/testkit';
import type { Test } from 'tap';
import { writePostgres, writeSqlite, type OldRows } from './sqlpad-database.js';

/** A PEM block without a real key. */
export const pem = (kind: string) => `-----BEGIN ${kind}-----\nMIIB\n-----END ${kind}-----\n`;

/** Creates a folder with the files that connections of the old service name. */
export async function makeFolder(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-import-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const files = {
    cert: join(folder, 'client.crt'),
    key: join(folder, 'client.key'),
    ca: join(folder, 'ca.crt'),
    serviceAccount: join(folder, 'key.json'),
  };
  await writeFile(files.cert, pem('CERTIFICATE'));
  await writeFile(files.key, pem('PRIVATE KEY'));
  await writeFile(files.ca, pem('CERTIFICATE'));
  await writeFile(files.serviceAccount, '{"type":"service_account"}');
  return { folder, files };
}

/** Fields of the target connection in the old service. */
export const targetFields = (address: string) =>
  targetConnection(address)['data'] as Record<string, unknown>;

/** Returns everything that an import may write, as stored. */
export const contentOf = (database: TestDatabase) =>
  Promise.all(
    ['users', 'connections', 'connection_accesses', 'queries', 'query_acl'].map((table) =>
      database.query(`select * from ${table} order by id`),
    ),
  );

/** Counts of one kind in a report. */
export const kindOf = (report: ImportReport, kind: string) => {
  const found = report.kinds.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} in the report`);
  const { found: count, created, present, leftOut } = found;
  return { count, created, present, leftOut: leftOut.length };
};

/** Kinds of databases that SQLPad stores its data in. */
export const sources = ['sqlite', 'postgres'] as const;

/** Writes the old service's database; returns its path or URL. */
export async function writeOld(
  t: Test,
  kind: (typeof sources)[number],
  folder: string,
  rows: OldRows,
): Promise<string> {
  if (kind === 'sqlite') {
    const path = join(folder, 'sqlpad.sqlite');
    writeSqlite(path, rows);
    return path;
  }
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  await writePostgres(database.url, rows);
  return database.url;
}
