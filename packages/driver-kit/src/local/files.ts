import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { DriverError, type SessionOptions } from '../contract/driver.js';

const refused = (title: string, detail?: string): DriverError =>
  new DriverError('connection', 'not_run', title, { detail });

/**
 * Returns the real path of the directory of local files.
 *
 * @throws DriverError kind `connection` if the operator allows none
 */
export async function localDirectory({
  machine,
}: Pick<SessionOptions, 'machine'>): Promise<string> {
  if (machine?.filesDirectory === undefined) {
    throw refused(
      'Local database files are disabled',
      'Set SERVICE_LOCAL_FILES_DIR to the directory of the files to allow.',
    );
  }
  try {
    return await realpath(machine.filesDirectory);
  } catch {
    throw refused('Cannot read the directory SERVICE_LOCAL_FILES_DIR');
  }
}

/** Returns whether `file` is below `directory`. Both must be free of symbolic links. */
export function isInside(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '' && !relative.startsWith(`..${path.sep}`) && relative !== '..'
    ? !path.isAbsolute(relative)
    : false;
}

/**
 * Returns the real path of a connection's file. Symbolic links are followed, so the path that is checked is the
 * path that is opened. With `create` the file may be missing; its folder must exist.
 *
 * @throws DriverError kind `connection` if the path is outside the directory or not a file
 */
export async function localFile(directory: string, name: string, create: boolean): Promise<string> {
  const wanted = path.resolve(directory, name);
  if (!isInside(directory, wanted)) throw outside(name);
  const found = await realpath(wanted).catch(() => null);
  if (found === null) {
    if (!create) throw refused(`File ${name} not found in SERVICE_LOCAL_FILES_DIR`);
    return newFile(directory, wanted, name);
  }
  if (!isInside(directory, found)) throw outside(name);
  if (!(await stat(found)).isFile()) throw refused(`${name} is not a file`);
  return found;
}

async function newFile(directory: string, wanted: string, name: string): Promise<string> {
  const folder = await realpath(path.dirname(wanted)).catch(() => null);
  if (folder === null) throw refused(`The parent folder of ${name} does not exist`);
  const file = path.join(folder, path.basename(wanted));
  if (!isInside(directory, file)) throw outside(name);
  return file;
}

const outside = (name: string): DriverError =>
  refused(`${name} is outside SERVICE_LOCAL_FILES_DIR`);
