import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { DriverError, type SessionOptions } from '../contract/driver.js';

const refused = (title: string, detail?: string): DriverError =>
  new DriverError('connection', 'not_run', title, { detail });

/**
 * The directory of local files, without symbolic links.
 *
 * @throws DriverError kind `connection` when there is none
 */
export async function localDirectory({
  machine,
}: Pick<SessionOptions, 'machine'>): Promise<string> {
  if (machine?.filesDirectory === undefined) {
    throw refused(
      'Local database files are turned off',
      'SERVICE_LOCAL_FILES_DIR names the directory whose files may be opened.',
    );
  }
  try {
    return await realpath(machine.filesDirectory);
  } catch {
    throw refused('The directory of SERVICE_LOCAL_FILES_DIR cannot be read');
  }
}

/** Whether `file` lies below `directory`; both without symbolic links. */
export function isInside(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '' && !relative.startsWith(`..${path.sep}`) && relative !== '..'
    ? !path.isAbsolute(relative)
    : false;
}

/**
 * The absolute path of a connection's file, with every symbolic link followed: what is checked is what
 * will be opened. `create`: it need not exist, but its folder must.
 *
 * @throws DriverError kind `connection` when it lies outside of the directory or is no file
 */
export async function localFile(directory: string, name: string, create: boolean): Promise<string> {
  const wanted = path.resolve(directory, name);
  if (!isInside(directory, wanted)) throw outside(name);
  const found = await realpath(wanted).catch(() => null);
  if (found === null) {
    if (!create) throw refused(`There is no file ${name} in the directory of local files`);
    return newFile(directory, wanted, name);
  }
  if (!isInside(directory, found)) throw outside(name);
  if (!(await stat(found)).isFile()) throw refused(`${name} is not a file`);
  return found;
}

async function newFile(directory: string, wanted: string, name: string): Promise<string> {
  const folder = await realpath(path.dirname(wanted)).catch(() => null);
  if (folder === null) throw refused(`The folder of ${name} does not exist`);
  const file = path.join(folder, path.basename(wanted));
  if (!isInside(directory, file)) throw outside(name);
  return file;
}

const outside = (name: string): DriverError =>
  refused(`${name} lies outside of the directory of local files`);
