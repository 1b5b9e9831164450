import { postgresDriver as driver } from '@sluice/driver-postgres';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { cancelSleep, queries } from '@sluice/driver-testkit/sleeping';

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'sluice-sockets-')));
const folders = { allowed: path.join(base, 'allowed'), other: path.join(base, 'other') };
for (const folder of Object.values(folders)) mkdirSync(folder);
// The server may run as another user.
execFileSync('chmod', ['-R', '0777', base]);
const cluster = await startCluster([
  `unix_socket_directories='${folders.allowed}, ${folders.other}'`,
]);
t.teardown(async () => {
  await cluster.stop();
  rmSync(base, { recursive: true });
});
const config = { ...cluster.config, host: folders.allowed };
const machine = { socketsDirectory: folders.allowed };

await t.test('sessions and cancel requests use the socket', async (t) => {
  const connection = await driver.connect(config, sessionOptions({ machine }));
  const watcher = await driver.connect(cluster.config, sessionOptions());
  t.strictSame((await read(connection, 'select inet_client_addr()')).rows, [[null]]);
  t.equal((await read(connection, queries.postgres.large)).rows.length, 200_000);
  await cancelSleep(t, connection, watcher, queries.postgres);
  await connection.close();
  await watcher.close();
});

await t.test('only sockets below the configured directory are opened', async (t) => {
  symlinkSync(folders.other, path.join(folders.allowed, 'link'));
  const name = `.s.PGSQL.${String(cluster.port)}`;
  mkdirSync(path.join(folders.allowed, 'deep'));
  symlinkSync(path.join(folders.other, name), path.join(folders.allowed, 'deep', name));
  const refused = async (
    host: string,
    directory: string | undefined,
    title: RegExp,
  ): Promise<void> => {
    const options = sessionOptions({ machine: { socketsDirectory: directory } });
    const error = await failure(driver.connect({ ...config, host }, options));
    t.match(error, { kind: 'connection', outcome: 'not_run', title }, host);
  };
  await refused(folders.allowed, undefined, /disabled/);
  await refused(folders.allowed, path.join(base, 'missing'), /Cannot read/);
  await refused(folders.other, folders.allowed, /outside/);
  await refused('/nowhere/at/all', folders.allowed, /outside/);
  await refused(`${folders.allowed}/../other`, folders.allowed, /outside/);
  await refused(path.join(folders.allowed, 'link'), folders.allowed, /outside/);
  await refused(path.join(folders.allowed, 'deep'), folders.allowed, /outside/);
  await refused(path.join(folders.allowed, 'nothing'), folders.allowed, /not found/);
  const below = await driver.connect(
    { ...config, host: folders.allowed },
    sessionOptions({ machine: { socketsDirectory: base } }),
  );
  t.strictSame((await read(below, 'select 1')).rows, [[1]]);
  await below.close();
});
