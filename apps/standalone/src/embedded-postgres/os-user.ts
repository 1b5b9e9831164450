import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartFailure } from '@sluice/supervise';

const execute = promisify(execFile);

/** The user that PostgreSQL's programs run as; without ids, the user of this process. */
export interface OsUser {
  uid?: number;
  gid?: number;
}

/** Options of {@link chooseOsUser}. */
export interface OsUserOptions {
  /** Tried first, in this order. */
  existing?: readonly string[];
  /** Created if no such user exists; undefined creates none. */
  create?: string | undefined;
  /** The last choice; it needs no name and exists on every system. */
  fallback?: Required<OsUser>;
}

const UNPRIVILEGED = { uid: 65534, gid: 65534 };

/**
 * Returns the user that runs PostgreSQL, which refuses to run as root. For root, that is an unprivileged
 * user, created if there is none; for any other user, the user itself.
 *
 * @throws StartFailure when this process may not become that user.
 */
export async function chooseOsUser({
  existing = ['sluice', 'postgres'],
  create = 'sluice',
  fallback = UNPRIVILEGED,
}: OsUserOptions = {}): Promise<OsUser> {
  if (!isRoot()) return {};
  const user = (await firstKnown(existing)) ?? (await createUser(create)) ?? fallback;
  await checkBecoming(user);
  return user;
}

/** Whether this process may act as any user. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Runs a program as the given user in a folder that every user may enter; returns its output. */
export async function runAs(user: OsUser, program: string, args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { ...user, cwd: '/', env: plainEnvironment() });
  return stdout;
}

/**
 * Returns the environment of PostgreSQL's programs. PGDATA, PGPORT and similar variables of the user would
 * change what they do; TZ or LC_ALL would change what they write. (On Windows Node adds what a program
 * needs.)
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return process.platform === 'win32' ? {} : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
}

async function firstKnown(names: readonly string[]): Promise<Required<OsUser> | undefined> {
  for (const name of names) {
    const user = await lookUp(name);
    if (user !== undefined && user.uid !== 0) return user;
  }
  return undefined;
}

async function lookUp(name: string): Promise<Required<OsUser> | undefined> {
  try {
    const [uid, gid] = await Promise.all([
      execute('id', ['-u', name]),
      execute('id', ['-g', name]),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser(name: string | undefined): Promise<Required<OsUser> | undefined> {
  if (name === undefined) return undefined;
  // The usual program, then the one of BusyBox (Alpine).
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name]],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', name]],
  ];
  for (const [program, args] of attempts) {
    try {
      await execute(program, args);
      return await lookUp(name);
    } catch {
      continue;
    }
  }
  return undefined;
}

async function checkBecoming(user: OsUser): Promise<void> {
  try {
    await runAs(user, '/bin/sh', ['-c', ':']);
  } catch (error) {
    throw new StartFailure(
      'PostgreSQL refuses to run as root, and this process may not become another user. Start ' +
        'Sluice as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    );
  }
}
