import { readFile } from 'node:fs/promises';
import type { Cipher, Database } from '@sluice/database';
import { readExisting, writeRows } from './apply.js';
import { userLookup } from './plan.js';
import { planAccesses } from './plan-accesses.js';
import { planConnections } from './plan-connections.js';
import { planQueries } from './plan-queries.js';
import { planUsers } from './plan-users.js';
import { reportOf, type ImportReport } from './report.js';
import type { SourceRows } from './sqlpad/rows.js';
import { readSource } from './sqlpad/source.js';

/** Options of {@link importSqlpad}. */
export interface ImportOptions {
  /** Path of SQLPad's SQLite file, or a `postgres://` URL. */
  from: string;
  /** SQLPAD_PASSPHRASE of the old service. */
  passphrase: string;
  /** The metadata database. */
  database: Database;
  /** Encrypts the imported connections. */
  cipher: Cipher;
  /** SERVICE_LOCAL_FILES_DIR. */
  localFilesDir: string | undefined;
  /** False for a dry run. */
  apply: boolean;
}

/**
 * Imports users, connections, connection accesses and saved queries (with tags and sharing) with their ids.
 * Existing rows are unchanged, so that a second import of the same database writes nothing.
 *
 * @throws AppError `import` when the old database cannot be read.
 */
export async function importSqlpad(options: ImportOptions): Promise<ImportReport> {
  const { database, cipher, apply } = options;
  const source = await readSource(options.from);
  const existing = await readExisting(database);
  const users = planUsers(source, existing, new Date());
  const connections = await planConnections(source, existing, {
    passphrase: options.passphrase,
    localFilesDir: options.localFilesDir,
    readFile: (path) => readFile(path, 'utf8'),
  });
  const userOf = userLookup(source, existing, users.rows);
  const connectionIds = new Set([...existing.connections, ...connections.rows].map(({ id }) => id));
  const accesses = planAccesses(source, existing, { userOf, connectionIds });
  const queries = planQueries(source, existing, { userOf });
  const report: ImportReport = {
    applied: apply,
    kinds: [
      reportOf('users', source.users.length, users),
      reportOf('connections', source.connections.length, connections),
      reportOf('connection accesses', source.connection_accesses.length, accesses),
      reportOf('saved queries', source.queries.length, queries),
    ],
    notImported: notImported(source),
  };
  if (apply) {
    await writeRows(database, cipher, {
      users: users.rows,
      connections: connections.rows,
      accesses: accesses.rows,
      queries: queries.rows,
    });
  }
  return report;
}

const notImported = ({ service_tokens, batchCount }: SourceRows) =>
  [
    {
      subject: `${service_tokens.length} service tokens`,
      reason: 'signed with the old secret; create new ones',
      count: service_tokens.length,
    },
    {
      subject: `${batchCount} runs in the history`,
      reason:
        'their result files belong to the old service; keep it readable as long as you need them',
      count: batchCount,
    },
  ].filter(({ count }) => count > 0);
