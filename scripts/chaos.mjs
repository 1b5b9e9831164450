// `npm run chaos` and the scripts of packages/chaos: builds what is stale and attacks real processes on separate servers.
// Prints a table and ends with one count.
//   npm run chaos -- --batches 20000 --seed 7 --queue postgres
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildForTests } from './lib/build.mjs';
import { ensureServersInstalled } from './lib/ensure-servers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command, ...args] = process.argv.slice(2);
await buildForTests();
ensureServersInstalled([
  'redis',
  ...(args.includes('balanced') ? ['nginx', 'swift', 'memcached'] : []),
  ...(args.includes('pooled') ? ['pgbouncer'] : []),
]);
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', `packages/chaos/src/commands/${command}.ts`, ...args],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
