// `npm run bench:field`: the same work on any server with the specification's API, given by its address; on two by
// turns, with ratios. `docs/how-to/compare-servers.md` tells how.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'bench/field/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
