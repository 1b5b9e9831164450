// Runs in its own process: it changes the environment.
import { type ConnectionConfig } from '@sluice/driver-kit';
import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { mariaDbPassword, startMariaDb } from '@sluice/testkit';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

const server = await startMariaDb();
t.teardown(() => server.stop());
const { connected } = sessionsOf(driver, server.config);

const refused = (config: ConnectionConfig) => failure(driver.connect(config, sessionOptions()));

/** Values that other clients truncate at a NUL, unquote, split, or read as a path, an address or an option. */
const hostile = [
  ...['main\0extra', '\0', "main'", 'main"', 'main`', 'main;drop database main', 'main -- x'],
  ...['main;PWD=x', 'main?ssl=false', 'main&multipleStatements=true', 'main#x', 'main@elsewhere'],
  ...['mysql://elsewhere/main', '../main', '/etc/passwd', '/tmp/mysql.sock', 'C:\\main', '%00main'],
  ...[
    'main\r\nSET x',
    '${PATH}',
    '{{user.id}}',
    '$(id)',
    '`id`',
    '\u202emain',
    '\ud800',
    'x'.repeat(5000),
  ],
];

await t.test('a field cannot inject anything beyond its own value', async (t) => {
  for (const text of hostile) {
    const label = JSON.stringify(text).slice(0, 60);
    for (const key of ['host', 'port', 'database', 'username', 'password'] as const) {
      const error = await refused({ ...server.config, [key]: text });
      t.match(error.kind, /^(connection|authentication)$/, `${key} ${label}`);
      t.equal(error.outcome, 'not_run', `${key} ${label}`);
    }
    for (const key of ['ssl', 'sslSelfSigned', 'useSocks']) {
      const error = await refused({ ...server.config, ssl: true, [key]: text });
      t.match(error, { kind: 'connection', outcome: 'not_run' }, `${key} ${label}`);
    }
    for (const key of ['socksHost', 'socksPort']) {
      const throughProxy = { useSocks: true, socksHost: '127.0.0.1', [key]: text };
      const error = await refused({ ...server.config, ...throughProxy });
      t.match(error, { kind: 'connection', outcome: 'not_run' }, `${key} ${label}`);
    }
  }
  for (const value of [{ toString: () => 'main' }, ['main'], true, 5n, () => 'main']) {
    for (const key of ['host', 'port', 'database', 'username', 'password']) {
      t.match(await refused({ ...server.config, [key]: value }), { kind: 'connection' }, key);
    }
  }
  t.strictSame(server.client('select count(*) from information_schema.schemata').trim(), '5');
});

await t.test('unusual names and passwords are passed unchanged', async (t) => {
  const name = "odd';-- `name` \\ ü";
  await connected(async (connection) => {
    const quoted = `\`${name.replaceAll('`', '``')}\``;
    await read(connection, `create database ${quoted}`);
    await read(connection, "create user odd identified by 'a''b\\\\c;\"d'");
    await read(connection, 'grant all on *.* to odd');
    await connected(
      async (odd) => {
        t.strictSame(await rowsOf(odd, 'select database(), current_user()'), [[name, 'odd@%']]);
      },
      { database: name, username: 'odd', password: 'a\'b\\c;"d' },
    );
    await read(connection, `drop database ${quoted}`);
    await read(connection, 'drop user odd');
  });
});

await t.test('client options that are not connection fields have no effect', (t) =>
  connected(
    async (connection) => {
      t.match(await failure(read(connection, 'select 1; select 2')), { kind: 'sql' });
      t.strictSame(await rowsOf(connection, 'select database()'), [['main']]);
      const load = "load data local infile '/etc/hostname' into table nowhere";
      t.equal((await failure(read(connection, load))).outcome, 'failed');
    },
    {
      uri: 'mysql://elsewhere.invalid/other',
      socketPath: '/tmp/elsewhere.sock',
      multipleStatements: true,
      flags: ['LOCAL_FILES', 'MULTI_STATEMENTS'],
      infileStreamFactory: () => null,
      stream: () => null,
      authPlugins: {},
      connectAttributes: { x: 'y' },
      __proto__: { database: 'other' },
    },
  ),
);

await t.test('the process environment does not affect a connection', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'sluice-home-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const { host, port, username } = server.config as Record<string, string>;
  const options = `user=${String(username)}\npassword=${mariaDbPassword}\nhost=${String(host)}`;
  await writeFile(join(home, '.my.cnf'), `[client]\n${options}\nport=${String(port)}\n`);
  const canaries: Record<string, string> = {
    HOME: home,
    MYSQL_HOME: home,
    MYSQL_HOST: String(host),
    MYSQL_TCP_PORT: String(port),
    MYSQL_UNIX_PORT: '/tmp/elsewhere.sock',
    MYSQL_PWD: mariaDbPassword,
    MYSQL_USER: String(username),
    MYSQL_DATABASE: 'main',
    MYSQL_URL: `mysql://${String(username)}:${mariaDbPassword}@${String(host)}:${String(port)}/main`,
    DATABASE_URL: 'mysql://elsewhere.invalid/x',
    USER: String(username),
    LIBMYSQL_ENABLE_CLEARTEXT_PLUGIN: '1',
    NODE_DEBUG: 'canary',
  };
  const before = { ...process.env };
  Object.assign(process.env, canaries);
  t.teardown(() => {
    for (const name of Object.keys(canaries)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  });
  await connected(
    async (connection) => {
      t.strictSame(await rowsOf(connection, 'select database()'), [[null]], 'no database is added');
    },
    { database: '' },
  );
  for (const config of [
    {},
    { host, port },
    { host, port, username },
    { port, username, password: mariaDbPassword },
    { host, port, password: mariaDbPassword },
    { host, port, username, password: '' },
  ]) {
    const error = await refused(config);
    t.equal(error.outcome, 'not_run', JSON.stringify(Object.keys(config)));
  }
});
