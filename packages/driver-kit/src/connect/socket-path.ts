import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { DriverError, type MachineAccess } from '../contract/driver.js';
import { isInside } from '../local/files.js';

const refused = (title: string, detail?: string): DriverError =>
  new DriverError('connection', 'not_run', title, { detail });

/**
 * Returns the real path of the Unix socket `name` in `directory`. Symbolic links are followed, so the path that
 * is checked is the path that is dialled.
 *
 * @throws DriverError kind `connection` if the operator does not allow the socket or it does not exist
 */
export async function socketPath(
  directory: string,
  name: string,
  machine: MachineAccess | undefined,
): Promise<string> {
  if (machine?.socketsDirectory === undefined) {
    throw refused(
      'Unix sockets are disabled',
      'Set SERVICE_UNIX_SOCKETS_DIR to the directory of the sockets to allow.',
    );
  }
  const allowed = await realpath(machine.socketsDirectory).catch(() => null);
  if (allowed === null) throw refused('Cannot read the directory SERVICE_UNIX_SOCKETS_DIR');
  const wanted = path.join(directory, name);
  // Checked before the file system is read, so that the error does not reveal which paths exist.
  if (!isInside(machine.socketsDirectory, wanted) && !isInside(allowed, wanted)) throw outside();
  const found = await realpath(wanted).catch(() => null);
  if (found === null) throw refused(`Socket ${name} not found in the directory`);
  if (!isInside(allowed, found)) throw outside();
  return found;
}

const outside = (): DriverError => refused('The socket is outside SERVICE_UNIX_SOCKETS_DIR');
