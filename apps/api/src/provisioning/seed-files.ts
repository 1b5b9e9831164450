import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, type FieldError } from '@sluice/errors';

/** A file of seed data. */
export interface SeedFile {
  /** Path in the seed data folder, such as `connections/sales.json`. */
  name: string;
  value: unknown;
}

/** Folders of seed data, one for each kind of file. */
export const seedFolders = ['connections', 'queries'] as const;

/** One of {@link seedFolders}. */
export type SeedFolder = (typeof seedFolders)[number];

/**
 * Reads all files in the folders, sorted by name; an unreadable file becomes a problem with its
 * name.
 */
export async function readSeedFiles(
  directory: string,
): Promise<{ files: Record<SeedFolder, SeedFile[]>; problems: FieldError[] }> {
  const files: Record<SeedFolder, SeedFile[]> = { connections: [], queries: [] };
  const problems: FieldError[] = [];
  const setting = 'SERVICE_SEED_DATA_PATH';
  const unusable = {
    path: setting,
    message: `${setting}: ${directory} is not a directory that contains connections or queries`,
  };
  const found = await stat(directory).catch(() => null);
  if (found?.isDirectory() !== true) return { files, problems: [unusable] };
  let folders = 0;
  for (const folder of seedFolders) {
    const names = await readdir(join(directory, folder)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      problems.push({ path: setting, message: `${setting}: ${folder}: ${messageOf(error)}` });
      return [];
    });
    if (names === null) continue;
    folders += 1;
    // Mounted configuration contains hidden folders.
    for (const file of names.filter((each) => /^[^.].*\.json$/.test(each)).sort()) {
      const name = `${folder}/${file}`;
      try {
        files[folder].push({ name, value: parse(await readFile(join(directory, name), 'utf8')) });
      } catch (error) {
        problems.push({ path: name, message: `${name}: ${messageOf(error)}` });
      }
    }
  }
  if (folders === 0) problems.push(unusable);
  return { files, problems };
}

/** Some editors write a byte order mark. */
const parse = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Prefixes a problem with the file's name. */
export const problemIn = (name: string, { path, message }: FieldError): FieldError => ({
  path: name,
  message: `${name}: ${path === '' ? '' : `${path} `}${message}`,
});

/** Returns the problems of ids that occur in several files. */
export function repeatedIds(seeds: { name: string; id: string }[]): FieldError[] {
  const names = new Map<string, string>();
  return seeds.flatMap(({ name, id }) => {
    const first = names.get(id);
    if (first !== undefined)
      return [problemIn(name, { path: 'id', message: `is also the id of ${first}` })];
    names.set(id, name);
    return [];
  });
}
