// `npm run bench`: builds what is stale, starts the real processes on an embedded PostgreSQL, and
// prints what was measured as a table. Figures hold for this machine and this moment; ratios travel.
//   npm run bench -- latency result     only these parts
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildForTests } from './lib/build.mjs';
import { ensureServersInstalled } from './lib/ensure-servers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await buildForTests();
ensureServersInstalled(['chromium', 'mariadb', 'redis']);
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
