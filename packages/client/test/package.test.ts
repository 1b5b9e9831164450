import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startService } from '@sluice/testkit';
import t from 'tap';
import { email, password } from './support.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** A program of a user who has installed the package. */
const program = `
import { createClient, StatementFailedError, type Batch } from '@sluice/client';

const [baseUrl = '', email = '', password = '', connection = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, email, password });
for await (const result of client.run("select 1 as n, 'x' as t", { connection })) {
  const names: string[] = result.columns.map((column) => column.name);
  for await (const page of result.pages()) console.log(JSON.stringify([names, page.rows]));
}
const batches = await client.request('GET /api/batches', { query: { limit: 1 } });
const batch: Batch = await client.request('GET /api/batches/{id}', { path: { id: batches[0]!.id } });
console.log(batch.status);
await client.run('select 1 +', { connection }).finished().catch((error: unknown) => {
  if (error instanceof StatementFailedError) console.log(error.error.sqlState);
});

export async function refusedByTheCompiler(): Promise<void> {
  // @ts-expect-error There is no such operation.
  await client.request('GET /api/nothing');
  // @ts-expect-error The id is missing.
  await client.request('GET /api/batches/{id}');
  // @ts-expect-error The body lacks its text.
  await client.request('POST /api/batches', { body: { connectionId: connection } });
  // @ts-expect-error There is no such query parameter.
  await client.request('GET /api/batches', { query: { pageSize: 5 } });
  // @ts-expect-error A status is no number.
  const status: number = batch.status;
  console.log(status);
}
`;

t.test('the generated types match the routes', async () => {
  await run(process.execPath, ['scripts/document-api.mjs', '--check'], { cwd: root });
});

t.test('the packed package, installed in an empty project', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-package-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const npm = (args: string[], cwd: string) => run('npm', [...args, '--offline'], { cwd });
  const packed = await npm(
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    join(root, 'packages', 'client'),
  );
  const [tarball] = JSON.parse(packed.stdout) as {
    filename: string;
    files: { path: string }[];
  }[];
  const odd = tarball?.files.filter(
    ({ path }) => !/^(dist\/[\w/-]+\.(js|d\.ts)|package\.json|README\.md)$/.test(path),
  );
  t.same(odd, [], 'no unnecessary files');
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const install = ['install', `./${tarball?.filename}`, '--ignore-scripts', '--no-audit'];
  await npm([...install, '--no-fund'], folder);
  const tree = JSON.parse((await npm(['ls', '--all', '--json'], folder)).stdout) as {
    dependencies: Record<string, { dependencies?: object }>;
  };
  t.same(Object.keys(tree.dependencies), ['@sluice/client']);
  t.equal(tree.dependencies['@sluice/client']?.dependencies, undefined, 'no dependencies');

  await writeFile(join(folder, 'program.ts'), program);
  // Browser types: the package does not need those of Node; only the program uses `process`.
  const types = ['--lib', 'es2022,dom,dom.asynciterable'];
  const flags = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
  await writeFile(join(folder, 'process.d.ts'), 'declare const process: { argv: string[] };\n');
  await run(process.execPath, [compiler, ...flags, ...types, 'program.ts', 'process.d.ts'], {
    cwd: folder,
  }).catch((error: unknown) => {
    throw new Error((error as { stdout: string }).stdout);
  });

  const service = await startService({ queue: 'redis', workersInProcess: true });
  t.teardown(() => service.stop());
  const { baseUrl, connectionId } = service;
  const args = ['program.js', baseUrl, email, password, connectionId];
  const { stdout } = await run(process.execPath, args, { cwd: folder });
  t.equal(stdout, '[["n","t"],[[1,"x"]]]\nfinished\n42601\n');

  const cli = await run(
    join(folder, 'node_modules', '.bin', 'sluice'),
    ['run', '-c', connectionId, 'select 1 as n'],
    {
      env: { ...process.env, SLUICE_URL: baseUrl, SLUICE_EMAIL: email, SLUICE_PASSWORD: password },
    },
  );
  t.equal(cli.stdout, 'n\r\n1\r\n');
  const readme = await readFile(
    join(folder, 'node_modules', '@sluice', 'client', 'README.md'),
    'utf8',
  );
  t.match(readme, /createClient/);
});
