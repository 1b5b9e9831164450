import { spawnSync } from 'node:child_process';

/** Servers and clients that the tests start themselves: a program of each, and the Debian packages that have it. */
const servers = {
  redis: { program: 'redis-server', package: 'redis-server', instead: 'TEST_REDIS_URL' },
  mariadb: { program: 'mariadbd', package: 'mariadb-server' },
  proxy: { program: 'microsocks', package: 'microsocks' },
  chromium: { program: 'chromium-headless-shell', package: 'chromium-headless-shell' },
  slapd: { program: 'slapd', package: 'slapd' },
  ldap: { program: 'ldapmodify', package: 'ldap-utils' },
  nginx: { program: 'nginx', package: 'nginx-light' },
  // The cache of Swift.
  memcached: { program: 'memcached', package: 'memcached' },
  // It speaks S3.
  swift: {
    program: 'swift-proxy-server',
    package: 'swift-proxy swift-account swift-container swift-object',
  },
  // Their splitting is what ours is judged by.
  psql: { program: 'psql', package: 'postgresql-client' },
  // The oldest PostgreSQL that tests of the driver run against, beside the embedded one.
  postgres15: { program: '/usr/lib/postgresql/15/bin/postgres', package: 'postgresql-15' },
  pgbouncer: { program: 'pgbouncer', package: 'pgbouncer' },
  // A pooler that speaks the protocol in its own way.
  pgpool: { program: 'pgpool', package: 'pgpool2' },
  sqlite3: { program: 'sqlite3', package: 'sqlite3' },
  // Without an engine it only reads files.
  compose: { program: 'docker-compose', package: 'docker-compose' },
  // PHP's own server runs it; only its tools are programs.
  simplesamlphp: {
    program: '/usr/share/simplesamlphp/bin/pwgen.php',
    package: 'simplesamlphp php-cli php-xml php-mbstring',
  },
};

const has = (command) =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${command}`]).status === 0;

const run = (command, args) => {
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
};

/**
 * The tests need real servers: given by an address, installed, or installed here (Debian or Ubuntu, as
 * root). A missing one is a failure, never a skip.
 */
export function ensureServersInstalled(names = Object.keys(servers)) {
  const missing = names
    .map((name) => servers[name])
    .filter(({ program, instead }) => !process.env[instead] && !has(program));
  if (missing.length === 0) return;
  const packages = missing.flatMap((server) => server.package.split(' '));
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    throw new Error(`The tests need ${packages.join(' and ')}: install them first.`);
  }
  console.log(`Installing ${packages.join(', ')} …`);
  run('apt-get', ['update', '-qq']);
  // Without the packages' services: the tests start their own servers.
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
