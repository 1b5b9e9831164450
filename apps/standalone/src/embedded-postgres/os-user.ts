import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartFailure } from '@sluice/supervise';

const execute = promisify(execFile);

/** Whom the programs of PostgreSQL run as; undefined ids mean the user of this process. */
export interface OsUser {
  uid?: number;
  gid?: number;
}

/** Options of {@link chooseOsUser}. */
export interface OsUserOptions {
  /** Tried first, in this order. */
  existing?: readonly string[];
  /** Created when none of those exists; undefined creates none. */
  create?: string | undefined;
  /** The last resort: no name is needed, and no system lacks it. */
  fallback?: Required<OsUser>;
}

const nobody = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root. For root: an unprivileged user of this system, created when
 * there is none; for everybody else: themselves.
 *
 * @throws StartFailure when this process may not become that user.
 */
export async function chooseOsUser({
  existing = ['sluice', 'postgres'],
  create = 'sluice',
  fallback = nobody,
}: OsUserOptions = {}): Promise<OsUser> {
  if (!isRoot()) return {};
  const user = (await firstKnown(existing)) ?? (await createUser(create)) ?? fallback;
  await checkBecoming(user);
  return user;
}

/** Whether this process may act as any user. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Runs a program as the given user, in a folder that everybody may enter; gives its output. */
export async function runAs(user: OsUser, program: string, args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { ...user, cwd: '/', env: plainEnvironment() });
  return stdout;
}

/**
 * What PostgreSQL's programs get as their environment. PGDATA, PGPORT and their like of the person's
 * own setup would change what they do, and TZ or LC_ALL what they write. (Node itself adds what a
 * program needs on Windows.)
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
      'PostgreSQL refuses to run as root, and this process may not become another user. ' +
        'Start Sluice as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  }
}
