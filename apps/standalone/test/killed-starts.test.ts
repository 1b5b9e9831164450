import { access, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import {
  folderWithCluster,
  isAlive,
  isDeep,
  launch,
  processTree,
  query,
  startAnswering,
  startServer,
  temporaryFolder,
  until,
} from './harness.js';

// Creating a cluster takes seconds, and more on a busy machine than tap's 30 s per file.
t.setTimeout(300_000);

const postmasterPid = async (dbPath: string): Promise<number> =>
  Number(
    (await readFile(join(dbPath, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0],
  );

const wrapperPid = async (dbPath: string): Promise<number> => {
  const text = await readFile(join(dbPath, 'run', 'postgres.json'), 'utf8');
  return (JSON.parse(text) as { pid: number }).pid;
};

t.test('ends when the parent of its wrapper process is killed', async (t) => {
  const dbPath = await folderWithCluster(t);
  const launched = launch('start-server', {}, [dbPath]);
  await until('the server is ready', () => launched.output().includes('ready'));
  const pid = await postmasterPid(dbPath);
  process.kill(launched.pid, 'SIGKILL');
  await launched.ended;
  await until('the server has ended', () => !isAlive(pid));
  const log = await readFile(join(dbPath, 'logs', 'postgres.log'), 'utf8');
  t.match(log, /database system is shut down/, 'a clean shutdown');
});

t.test('ends a server whose wrapper process was killed too at the next start', async (t) => {
  const dbPath = await folderWithCluster(t);
  const launched = launch('start-server', {}, [dbPath]);
  await until('the server is ready', () => launched.output().includes('ready'));
  const orphan = await postmasterPid(dbPath);
  const wrapper = await wrapperPid(dbPath);
  process.kill(launched.pid, 'SIGSTOP');
  process.kill(wrapper, 'SIGKILL');
  process.kill(launched.pid, 'SIGKILL');
  await launched.ended;
  t.ok(isAlive(orphan), 'the server has no parent that could end it');
  const server = await startServer(dbPath);
  t.teardown(() => server.stop());
  t.notOk(isAlive(orphan));
  t.strictSame(await query(server, 'select 1 as one'), [{ one: 1 }]);
});

t.test('ignores a stale lock file whose pid belongs to another process', async (t) => {
  const dbPath = await folderWithCluster(t);
  const cluster = join(dbPath, 'postgres', 'data');
  const bystander = launch('idle', {});
  t.teardown(() => bystander.child.kill('SIGKILL'));
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${bystander.pid}\n${cluster}\n1\n1\n\n127.0.0.1\n\nready\n`,
  );
  const server = await startServer(dbPath);
  t.teardown(() => server.stop());
  t.ok(isAlive(bystander.pid));
});

t.test('restarts a crashed server on the same port', async (t) => {
  const dbPath = await folderWithCluster(t);
  const server = await startServer(dbPath);
  t.teardown(() => server.stop());
  const crashed = await postmasterPid(dbPath);
  process.kill(crashed, 'SIGKILL');
  await until('another server answers', async () => {
    try {
      return (
        (await query(server, 'select 1')).length === 1 && (await postmasterPid(dbPath)) !== crashed
      );
    } catch {
      return false;
    }
  });
  t.pass();
});

t.test('starts over while initdb of a killed start still writes', async (t) => {
  const dbPath = await temporaryFolder(t);
  const launched = launch('start-server', {}, [dbPath]);
  const catalogs = join(dbPath, 'postgres', 'data.new', 'base');
  await until('initdb writes', async () => (await readdir(catalogs).catch(() => [])).length > 0);
  process.kill(launched.pid, 'SIGKILL');
  await launched.ended;
  await startAnswering(t, dbPath);
});

/** Kills processes, some of which may have ended since they were listed. */
function killAll(pids: Iterable<number>): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The state of a start when everything is killed. */
const moments = [
  ['the folder exists', ['postgres']],
  ['initdb has started', ['postgres', 'data.new']],
  ['initdb writes its catalogs', ['postgres', 'data.new', 'base', '1']],
  ['the cluster exists', ['postgres', 'data']],
  ['the server has started', ['postgres', 'data', 'postmaster.pid']],
] as const;

// `npm test` kills at two of them.
for (const [moment, path] of isDeep ? moments : [moments[2], moments[4]]) {
  t.test(`starts after everything was killed when ${moment}`, async (t) => {
    const dbPath = await temporaryFolder(t);
    const launched = launch('start-server', {}, [dbPath]);
    await until(moment, () =>
      access(join(dbPath, ...path)).then(
        () => true,
        () => false,
      ),
    );
    killAll(processTree(launched.pid));
    await launched.ended;
    await startAnswering(t, dbPath);
  });
}

t.test('starts although an ended server is never reaped', async (t) => {
  const dbPath = await folderWithCluster(t);
  const user = (await stat(join(dbPath, 'postgres', 'data'))).uid;
  const cluster = join(dbPath, 'postgres', 'data');
  // A process of the user that PostgreSQL runs as: it takes a pid of another user for stale.
  const zombie = launch('unreaped', {}, [String(user)]);
  t.teardown(() => zombie.child.kill('SIGTERM'));
  const pid = await until('a process has ended', () => Number(zombie.output()) || undefined);
  await until('the process is not reaped', () => !isAlive(pid));
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${pid}\n${cluster}\n1\n1\n\n127.0.0.1\n\nready\n`,
  );
  await startAnswering(t, dbPath);
});
