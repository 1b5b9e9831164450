import { constants } from 'node:fs';
import {
  access,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import {
  binariesIn,
  completeLinks,
  findBinaries,
  loadSecrets,
  placePostgres,
} from '@sluice/standalone';
import { StartFailure } from '@sluice/supervise';
import {
  folderWithCluster,
  query,
  startAnswering,
  startServer,
  temporaryFolder,
} from './harness.js';

// Creating a cluster takes seconds, and more on a busy machine than tap's 30 s per file.
t.setTimeout(300_000);

t.test('keeps data and port from one start to the next', async (t) => {
  const dbPath = await temporaryFolder(t);
  const first = await startServer(dbPath);
  await query(first, 'create table kept as select 1 as one');
  await first.stop();
  const second = await startServer(dbPath);
  t.teardown(() => second.stop());
  t.equal(second.port, first.port);
  t.strictSame(await query(second, 'select one from kept'), [{ one: 1 }]);
});

t.test('listens on the loopback address only and requires the password', async (t) => {
  const server = await startServer(await folderWithCluster(t));
  t.teardown(() => server.stop());
  const settings = await query(
    server,
    `select name, setting from pg_settings
     where name in ('listen_addresses', 'unix_socket_directories', 'server_encoding', 'fsync')
     order by name`,
  );
  t.strictSame(settings, [
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'unix_socket_directories', setting: '' },
  ]);
  const stranger = new pg.Client({ ...server.superuser('postgres'), password: 'guess' });
  await t.rejects(stranger.connect(), { code: '28P01' });
});

t.test('uses another port when its own is taken', async (t) => {
  const dbPath = await folderWithCluster(t);
  const port = Number(await readFile(join(dbPath, 'postgres.port'), 'utf8'));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  t.teardown(
    () =>
      new Promise<void>(
        (resolve) =>
          void other.close(() => {
            resolve();
          }),
      ),
  );
  const server = await startServer(dbPath);
  t.teardown(() => server.stop());
  t.not(server.port, port);
  t.equal(server.hasMoved, true);
});

t.test('starts in a data folder that other users cannot enter', async (t) => {
  // Root starts PostgreSQL as another user, who cannot enter this folder; an ordinary user can.
  const closed = await temporaryFolder(t, 0o700);
  const systemFolder = join(await temporaryFolder(t), 'system');
  const dbPath = join(closed, 'data');
  const server = await startServer(dbPath, systemFolder);
  t.teardown(() => server.stop());
  t.strictSame(await query(server, 'select 1 as one'), [{ one: 1 }]);
  const entrance = join(dbPath, 'postgres');
  const isRoot = process.getuid?.() === 0;
  t.equal((await lstat(entrance)).isSymbolicLink(), isRoot);
  if (isRoot) t.ok((await readlink(entrance)).startsWith(systemFolder));
  t.equal((await stat(closed)).mode & 0o777, 0o700, 'the folder itself stays closed');
  await server.stop();
  const again = await startServer(dbPath, systemFolder);
  t.teardown(() => again.stop());
  t.equal(again.port, server.port);
});

t.test('concurrent starts that need a copy of the programs share one complete copy', async (t) => {
  const found = await findBinaries();
  const installed = binariesIn(join(await temporaryFolder(t, 0o700), 'native'), found.version);
  await cp(found.root, installed.root, { recursive: true, verbatimSymlinks: true });
  const systemFolder = join(await temporaryFolder(t), 'system');
  const locations = await Promise.all(
    [1, 2, 3].map(async () => {
      const dbPath = await temporaryFolder(t);
      return placePostgres({ dbPath, installed, systemFolder });
    }),
  );
  const [first] = locations;
  t.ok(locations.every(({ binaries }) => binaries.root === first!.binaries.root));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) t.same(await readdir(systemFolder), [basename(first!.binaries.root)]);
  await access(first!.binaries.initdb, constants.X_OK);
});

t.test('replaces a copy of the programs that does not run', async (t) => {
  const found = await findBinaries();
  const installed = binariesIn(join(await temporaryFolder(t, 0o700), 'native'), found.version);
  await cp(found.root, installed.root, { recursive: true, verbatimSymlinks: true });
  const systemFolder = join(await temporaryFolder(t), 'system');
  const rest = join(systemFolder, `postgresql-${found.version}`);
  await mkdir(rest, { recursive: true });
  await writeFile(join(rest, 'half'), '');
  const { binaries } = await placePostgres({
    dbPath: await temporaryFolder(t),
    installed,
    systemFolder,
  });
  await access(binaries.postgres, constants.X_OK);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    t.equal(binaries.root, rest);
    t.same(await readdir(systemFolder), [basename(rest)]);
  }
});

t.test('repeats an interrupted creation of the cluster', async (t) => {
  const dbPath = await temporaryFolder(t);
  const installed = await findBinaries();
  const location = await placePostgres({ dbPath, installed, systemFolder: join(dbPath, 'system') });
  await mkdir(join(location.folder, 'data.new'));
  await writeFile(join(location.folder, 'data.new', 'PG_VERSION'), '18\n');
  await startAnswering(t, dbPath);
});

t.test('reports that a server without a remembered port may have moved', async (t) => {
  const dbPath = await folderWithCluster(t);
  await unlink(join(dbPath, 'postgres.port'));
  const server = await startServer(dbPath);
  t.teardown(() => server.stop());
  t.equal(server.hasMoved, true);
});

t.test('creates the links that npm could not', async (t) => {
  const folder = await temporaryFolder(t);
  const native = join(folder, 'native');
  await mkdir(join(native, 'lib'), { recursive: true });
  const links = [
    { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' },
    { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so' },
  ];
  await writeFile(join(native, 'lib', 'libx.so.1.2'), '');
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await completeLinks(native);
  await unlink(join(native, 'lib', 'libx.so'));
  await symlink('elsewhere', join(native, 'lib', 'libx.so'));
  await completeLinks(native);
  t.equal(await readlink(join(native, 'lib', 'libx.so.1')), 'libx.so.1.2');
  t.equal(
    await readlink(join(native, 'lib', 'libx.so')),
    'elsewhere',
    'existing links are unchanged',
  );
});

t.test(
  'creates secrets once, private to their owner, and never replaces those of a database',
  async (t) => {
    const dbPath = await temporaryFolder(t);
    const first = await loadSecrets(dbPath, false);
    t.strictSame(await loadSecrets(dbPath, true), first);
    t.equal((await stat(join(dbPath, 'secrets.json'))).mode & 0o777, 0o600);
    t.equal(new Set(Object.values(first)).size, Object.keys(first).length);
    await unlink(join(dbPath, 'secrets.json'));
    await t.rejects(loadSecrets(dbPath, true), StartFailure);
    await writeFile(join(dbPath, 'secrets.json'), '{');
    await t.rejects(loadSecrets(dbPath, true), StartFailure);
  },
);
