import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { DriverError, type MachineAccess } from '../contract/driver.js';
import { isInside } from '../local/files.js';

const refused = (title: string, detail?: string): DriverError =>
  new DriverError('connection', 'not_run', title, { detail });

/**
 * The Unix socket `name` in `directory`, with every symbolic link followed: what is checked is what will be
 * dialled.
 *
 * @throws DriverError kind `connection` when the operator does not allow it or there is none
 */
export async function socketPath(
  directory: string,
  name: string,
  machine: MachineAccess | undefined,
): Promise<string> {
  if (machine?.socketsDirectory === undefined) {
    throw refused(
      'Unix sockets are turned off',
      'SERVICE_UNIX_SOCKETS_DIR names the directory whose sockets may be dialled.',
    );
  }
  const allowed = await realpath(machine.socketsDirectory).catch(() => null);
  if (allowed === null) throw refused('The directory of SERVICE_UNIX_SOCKETS_DIR cannot be read');
  const wanted = path.join(directory, name);
  // Asked before the file system is: what lies elsewhere is nobody's business.
  if (!isInside(machine.socketsDirectory, wanted) && !isInside(allowed, wanted)) throw outside();
  const found = await realpath(wanted).catch(() => null);
  if (found === null) throw refused(`There is no socket ${name} in the directory`);
  if (!isInside(allowed, found)) throw outside();
  return found;
}

const outside = (): DriverError =>
  refused('The socket lies outside of the directory of Unix sockets');
