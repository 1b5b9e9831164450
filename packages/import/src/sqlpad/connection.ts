import { isAbsolute, relative, sep } from 'node:path';
import { definitionFor, withImplied, type DriverField } from '@sluice/drivers/definitions';
import { decrypt } from './decrypt.js';
import { driverRules } from './drivers.js';
import type { SourceRows } from './rows.js';

/** Options of {@link mapConnection}. */
export interface MappingOptions {
  /** SQLPAD_PASSPHRASE of the old service. */
  passphrase: string;
  /** SERVICE_LOCAL_FILES_DIR; SQLite files are named relative to it. */
  localFilesDir: string | undefined;
  /** Reads a file named by a connection. @throws when it cannot be read. */
  readFile(path: string): Promise<string>;
}

/** A connection as it is stored here, with notes for an admin. */
export interface MappedConnection {
  driver: string;
  data: Record<string, unknown>;
  readOnly: boolean;
  notes: string[];
}

/** Why a connection cannot be imported. */
export class CannotMap extends Error {}

/**
 * Maps an old connection to a driver and fields of this service.
 *
 * @throws CannotMap with a reason that contains no value of the connection.
 */
export async function mapConnection(
  row: SourceRows['connections'][number],
  options: MappingOptions,
): Promise<MappedConnection> {
  const rule = Object.hasOwn(driverRules, row.driver) ? driverRules[row.driver] : undefined;
  if (rule === undefined) throw new CannotMap(`driver ${row.driver} is not supported`);
  const old = await decryptData(row.data, options.passphrase);
  const data: Record<string, unknown> = {};
  const notes: string[] = [];
  for (const [key, value] of Object.entries(old)) {
    if (ownFields.has(key) || isBlank(value)) continue;
    const field = Object.hasOwn(rule.fields, key) ? rule.fields[key] : undefined;
    if (field === undefined) notes.push(`unknown field ${key} left out`);
    else if ('left' in field) notes.push(`field ${key} left out: ${field.left}`);
    else if (field.as === 'file') {
      const read = await readNamedFile(String(value), options);
      if (read === null)
        notes.push(`field ${key}: the file cannot be read; paste its text as ${field.to}`);
      else data[field.to] = read;
    } else data[field.to] = field.as === 'flag' ? isOn(value) : String(value);
  }
  if (rule.driver === 'sqlite') placeFile(data, options.localFilesDir, notes);
  const fields = definitionFor(rule.driver)?.fields ?? [];
  const complete = withImplied(fields, data);
  for (const key of Object.keys(complete).filter((each) => data[each] === undefined)) {
    notes.push(`field ${key} turned on: other fields require it`);
  }
  notes.push(...missingFields(fields, complete));
  return { driver: rule.driver, data: complete, readOnly: isOn(old['readonly']), notes };
}

/** Fields that the old service stores with those of the driver; they also have columns. */
const ownFields = new Set([
  'id',
  '_id',
  'name',
  'description',
  'driver',
  'multiStatementTransactionEnabled',
  'idleTimeoutSeconds',
  'readonly',
]);

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false;

const isOn = (value: unknown): boolean => value === true || value === 'true' || value === 1;

async function decryptData(stored: string, passphrase: string): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(await decrypt(stored, passphrase));
  } catch {
    throw new CannotMap('its data cannot be decrypted with this passphrase');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CannotMap('its data is not a JSON object');
  }
  return { ...value };
}

const readNamedFile = (path: string, { readFile }: MappingOptions): Promise<string | null> =>
  // Some deployments store the text itself instead of a path.
  /^-----BEGIN |^\s*\{/.test(path) ? Promise.resolve(path) : readFile(path).catch(() => null);

/** SQLite files are opened only below one folder. */
function placeFile(
  data: Record<string, unknown>,
  localFilesDir: string | undefined,
  notes: string[],
): void {
  const { file } = data;
  if (typeof file !== 'string' || file === ':memory:') {
    throw new CannotMap('in-memory databases are not supported by the SQLite driver');
  }
  const within = localFilesDir === undefined ? null : relative(localFilesDir, file);
  if (within !== null && isAbsolute(file) && !within.startsWith(`..${sep}`) && within !== '..') {
    data['file'] = within;
  } else if (isAbsolute(file)) {
    notes.push('move its file below SERVICE_LOCAL_FILES_DIR and change the field file');
  } else if (localFilesDir === undefined) {
    notes.push('set SERVICE_LOCAL_FILES_DIR: the SQLite driver is off without it');
  }
}

const missingFields = (fields: readonly DriverField[], data: Record<string, unknown>): string[] =>
  fields
    .filter(({ key, required }) => required === true && data[key] === undefined)
    .map(({ key }) => `required field ${key} is missing`);
