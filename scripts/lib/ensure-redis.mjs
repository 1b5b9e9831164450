import { spawnSync } from 'node:child_process';

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

const run = (command, args) => {
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
};

/**
 * The tests need a real Redis: one that is given by TEST_REDIS_URL, one that is installed, or one
 * that is installed here (Debian or Ubuntu, as root). Missing it is a failure, never a skip.
 */
export async function ensureRedisInstalled() {
  if (process.env.TEST_REDIS_URL || has('redis-server')) return;
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    throw new Error(
      'The tests need Redis: install redis-server, or set TEST_REDIS_URL to one that they may use.',
    );
  }
  console.log('Installing redis-server …');
  run('apt-get', ['update', '-qq']);
  // The packaged service is not wanted: the tests start a server of their own.
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server']);
}
