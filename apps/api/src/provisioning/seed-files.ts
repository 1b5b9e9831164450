import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, type FieldError } from '@sluice/errors';

/** A file of seed data. */
export interface SeedFile {
  /** Inside the folder of seed data, such as `connections/sales.json`. */
  name: string;
  value: unknown;
}

/** Folders of seed data, each with files of one kind. */
export const seedFolders = ['connections', 'queries'] as const;

/** One of {@link seedFolders}. */
export type SeedFolder = (typeof seedFolders)[number];

/** Everything in the folders, in the order of the names; what cannot be read is a problem at the file's name. */
export async function readSeedFiles(
  directory: string,
): Promise<{ files: Record<SeedFolder, SeedFile[]>; problems: FieldError[] }> {
  const files: Record<SeedFolder, SeedFile[]> = { connections: [], queries: [] };
  const problems: FieldError[] = [];
  const setting = 'SERVICE_SEED_DATA_PATH';
  const unusable = {
    path: setting,
    message: `${setting}: ${directory} is not a directory with connections or queries in it`,
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
    // Mounted configuration brings hidden folders along.
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

/** Editors of some systems begin a file with a mark. */
const parse = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The problem of a field of a file. */
export const problemIn = (name: string, { path, message }: FieldError): FieldError => ({
  path: name,
  message: `${name}: ${path === '' ? '' : `${path} `}${message}`,
});

/** The problems of ids that several files have. */
export function repeatedIds(seeds: { name: string; id: string }[]): FieldError[] {
  const names = new Map<string, string>();
  return seeds.flatMap(({ name, id }) => {
    const first = names.get(id);
    if (first !== undefined)
      return [problemIn(name, { path: 'id', message: `is that of ${first}` })];
    names.set(id, name);
    return [];
  });
}
