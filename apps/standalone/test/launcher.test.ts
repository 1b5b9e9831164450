import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runningDatabase } from '@sluice/standalone';
import pg from 'pg';
import t from 'tap';
import { isAlive, launch, processTree, temporaryFolder, until, type Launched } from './harness.js';

// Creating a cluster takes seconds, and more on a busy machine than tap's 30 s per file.
t.setTimeout(300_000);

const start = (dbPath: string, more: NodeJS.ProcessEnv = {}): Launched =>
  launch('launch', { SERVICE_DB_PATH: dbPath, SERVICE_PORT: '0', ...more });

const ready = (launched: Launched): Promise<true> =>
  until(`the service is ready: ${launched.output()}`, () => {
    if (launched.child.exitCode !== null) throw new Error(launched.output());
    return launched.output().includes('Sluice is ready at ') || undefined;
  });

/** Returns the hosts that the children may connect to. */
async function allowedTargets(launched: Launched): Promise<string> {
  const [, address = ''] = /ready at (http\S+)/.exec(launched.output()) ?? [];
  const told = (await (await fetch(address)).json()) as { targetHosts: string };
  return told.targetHosts;
}

const childPids = async (dbPath: string): Promise<number[]> => {
  const names = (await readdir(join(dbPath, 'run'))).filter((name) => name.endsWith('.json'));
  const records = await Promise.all(
    names.map((name) => readFile(join(dbPath, 'run', name), 'utf8')),
  );
  const postmaster = await readFile(join(dbPath, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  const pids = records.map((record) => (JSON.parse(record) as { pid: number }).pid);
  return [...pids, Number(postmaster.split('\n')[0])];
};

t.test('the launcher', async (t) => {
  const dbPath = join(await temporaryFolder(t), 'data');

  t.test(
    'an interrupted first start leaves nothing behind and shows the password at the next start',
    async (t) => {
      const launched = start(dbPath);
      await until('PostgreSQL runs', () => launched.output().includes('Created PostgreSQL'));
      const { password } = JSON.parse(await readFile(join(dbPath, 'first-run.json'), 'utf8')) as {
        password: string;
      };
      launched.child.kill('SIGINT');
      t.equal(await launched.ended, 0);
      t.notMatch(launched.output(), password);
      t.strictSame(await readdir(join(dbPath, 'run')), []);

      const second = start(dbPath);
      await ready(second);
      t.match(second.output(), 'Created the sample database', 'the sample is created again');
      t.match(second.output(), password);
      const isForgotten = async () => !(await readdir(dbPath)).includes('first-run.json');
      await until('the password is removed', isForgotten);
      second.child.kill('SIGTERM');
      t.equal(await second.ended, 0);
    },
  );

  t.test('a later start shows no password, creates no sample and stops cleanly', async (t) => {
    const launched = start(dbPath);
    await ready(launched);
    const pids = await childPids(dbPath);
    t.equal(pids.length, 4, 'wrapper process, PostgreSQL, API and worker');
    t.notMatch(launched.output(), 'password');
    t.notMatch(launched.output(), 'sample');
    const port = (await readFile(join(dbPath, 'postgres.port'), 'utf8')).trim();
    t.equal(
      await allowedTargets(launched),
      `127.0.0.0/8 ::1 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 127.0.0.1:${port}`,
    );
    launched.child.kill('SIGINT');
    t.equal(await launched.ended, 0);
    t.strictSame(pids.map(isAlive), [false, false, false, false]);
    t.equal((await stat(join(dbPath, 'secrets.json'))).mode & 0o777, 0o600);
  });

  t.test(
    'only the API gets its own secrets, and explicitly allowed hosts replace the default ones',
    async (t) => {
      const canary = (name: string): string => `canary-${name}-${'x'.repeat(32)}`;
      const launched = start(dbPath, {
        PUBLIC_URL: 'http://localhost',
        SERVICE_ADMIN: 'canary-admin@example.com',
        SERVICE_ADMIN_PASSWORD: canary('admin'),
        SERVICE_COOKIE_SECRET: canary('cookie'),
        SERVICE_SERVICE_TOKEN_SECRET: canary('token'),
        SERVICE_OAUTH_CLIENT_ID: 'canary-oauth',
        SERVICE_OAUTH_CLIENT_SECRET: canary('oauth'),
        SERVICE_LDAP_BIND_DN: 'canary-ldap',
        SERVICE_LDAP_PASSWORD: canary('ldap'),
        SERVICE_TARGET_HOSTS_ALLOW: 'db.internal',
      });
      await ready(launched);
      const [, ...children] = processTree(launched.pid);
      const environments = await Promise.all(
        children.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')),
      );
      const records = await readFile(join(dbPath, 'run', 'api.json'), 'utf8');
      const { pid: api } = JSON.parse(records) as { pid: number };
      const told = children.filter((_, index) => environments[index]?.includes('canary'));
      t.strictSame(told, [api]);
      const given = environments.filter((each) => each.includes('SERVICE_PASSPHRASE'));
      t.equal(given.length, 2, 'API and worker are checked');
      t.match(await allowedTargets(launched), /^db\.internal 127\.0\.0\.1:\d+$/);
      launched.child.kill('SIGTERM');
      t.equal(await launched.ended, 0);
    },
  );

  t.test(
    'commands find the database of a running service, and a second launcher fails',
    async (t) => {
      await t.rejects(runningDatabase(dbPath), {
        message: /Sluice is not running on .* \(npm start\)/,
      });
      const launched = start(dbPath);
      t.teardown(() => launched.child.kill('SIGKILL'));
      await ready(launched);
      const second = start(dbPath);
      t.equal(await second.ended, 1);
      t.match(second.output(), `Sluice already runs on ${dbPath} (process ${launched.pid})`);
      const { databaseUrl, passphrase } = await runningDatabase(dbPath);
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      t.match((await client.query('select count(*)::int as count from connections')).rows, [
        { count: 1 },
      ]);
      await client.end();
      const secrets: unknown = JSON.parse(await readFile(join(dbPath, 'secrets.json'), 'utf8'));
      t.match(secrets, { passphrase });
      launched.child.kill('SIGTERM');
      t.equal(await launched.ended, 0);
    },
  );

  t.test(
    'a killed launcher leaves nothing that blocks the next start, and its children end',
    async (t) => {
      const first = start(dbPath);
      await ready(first);
      const pids = await childPids(dbPath);
      first.child.kill('SIGKILL');
      await first.ended;
      const second = start(dbPath);
      await ready(second);
      t.strictSame(pids.map(isAlive), [false, false, false, false]);
      // Here no next start ends them.
      const left = await childPids(dbPath);
      second.child.kill('SIGKILL');
      await second.ended;
      await until('all children have ended', () => !left.some(isAlive));
    },
  );
});

t.test('invalid settings end the start, which names all of them', async (t) => {
  const dbPath = await temporaryFolder(t);
  const launched = start(dbPath, { SERVICE_PORT: 'many', SERVICE_BODY_LIMIT: '-1' });
  t.equal(await launched.ended, 1);
  t.match(launched.output(), 'SERVICE_PORT');
  t.match(launched.output(), 'SERVICE_BODY_LIMIT');
  t.notMatch(launched.output(), /\n\s+at /, 'without a stack');
});

t.test('an external database requires the secrets', async (t) => {
  const dbPath = await temporaryFolder(t);
  const launched = start(dbPath, { DATABASE_URL: 'postgresql://localhost:1/none' });
  t.equal(await launched.ended, 1);
  t.match(launched.output(), 'SERVICE_PASSPHRASE');
  t.match(launched.output(), 'SERVICE_COOKIE_SECRET');
});
