import { realpathSync } from 'node:fs';
import path from 'node:path';
import { constants, type DatabaseSync } from 'node:sqlite';
import type { OpenCommand } from '@sluice/driver-kit/local/frames';
import { isInside } from '@sluice/driver-kit/local/files';

/** The effects that a statement would have, collected while it is prepared. */
export interface Access {
  writes: boolean;
  /** Insert, update or delete: the first one outside triggers. */
  change: 'INSERT' | 'UPDATE' | 'DELETE' | null;
  /** It would change the state of the session. */
  leavesTrace: boolean;
}

const {
  SQLITE_ATTACH,
  SQLITE_DELETE,
  SQLITE_DENY,
  SQLITE_DETACH,
  SQLITE_FUNCTION,
  SQLITE_INSERT,
  SQLITE_OK,
  SQLITE_PRAGMA,
  SQLITE_READ,
  SQLITE_RECURSIVE,
  SQLITE_SELECT,
  SQLITE_UPDATE,
} = constants;

/** Authorizer actions that only read. */
const reading = new Set([SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]);

const changes = new Map([
  [SQLITE_INSERT, 'INSERT'],
  [SQLITE_UPDATE, 'UPDATE'],
  [SQLITE_DELETE, 'DELETE'],
] as const);

/** Pragmas whose argument selects what to read. */
const readingPragmas = new Set([
  'foreign_key_check',
  'foreign_key_list',
  'index_info',
  'index_list',
  'index_xinfo',
  'integrity_check',
  'quick_check',
  'table_info',
  'table_list',
  'table_xinfo',
]);

/** Pragmas that would use files in another folder, or keep file contents in memory. */
const deniedPragmas = new Set([
  'cache_size',
  'cache_spill',
  'data_store_directory',
  'default_cache_size',
  'mmap_size',
  'temp_store',
  'temp_store_directory',
]);

/**
 * SQLite authorizer: SQLite calls it for each action while it prepares a statement, and it records the actions.
 */
export class Authorizer {
  access: Access = noAccess();

  constructor(
    database: DatabaseSync,
    private readonly open: OpenCommand,
  ) {
    database.setAuthorizer((action, first, second, schema, trigger) =>
      this.decide(action, first, second, schema, trigger),
    );
  }

  /** Resets the record for the next statement. */
  reset(): void {
    this.access = noAccess();
  }

  private decide(
    action: number,
    first: string | null,
    second: string | null,
    schema: string | null,
    trigger: string | null,
  ): number {
    const { access } = this;
    if (reading.has(action)) return SQLITE_OK;
    if (action === SQLITE_PRAGMA) {
      const name = (first ?? '').toLowerCase();
      if (second === null || readingPragmas.has(name)) return SQLITE_OK;
      if (deniedPragmas.has(name)) return SQLITE_DENY;
      access.writes = true;
      access.leavesTrace = true;
      return SQLITE_OK;
    }
    access.writes = true;
    if (action === SQLITE_ATTACH) return this.attach(first);
    if (schema === 'temp' || action === SQLITE_DETACH) access.leavesTrace = true;
    const change = changes.get(action);
    if (change && trigger === null && first?.startsWith('sqlite_') !== true) {
      access.change ??= change;
    }
    return SQLITE_OK;
  }

  /** VACUUM attaches a database without a name; VACUUM INTO and ATTACH name theirs. */
  private attach(name: string | null): number {
    if (name === '') return SQLITE_OK;
    this.access.leavesTrace = true;
    // The name of an expression is unknown here, and a URI could denote any file.
    if (!this.open.allowFiles || name === null || name.startsWith('file:')) return SQLITE_DENY;
    if (name === ':memory:') return SQLITE_OK;
    return this.isAllowed(name) ? SQLITE_OK : SQLITE_DENY;
  }

  private isAllowed(name: string): boolean {
    const { directory } = this.open;
    const wanted = path.resolve(directory, name);
    try {
      const folder = realpathSync(path.dirname(wanted));
      const file = path.join(folder, path.basename(wanted));
      const target = realOrSame(file);
      return isInside(directory, file) && isInside(directory, target);
    } catch {
      return false;
    }
  }
}

/** A file that does not exist is not a link. */
function realOrSame(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return file;
    throw error;
  }
}

const noAccess = (): Access => ({ writes: false, change: null, leavesTrace: false });
