// Takes a picture of every page by day and by night into data/screenshots, and renews those in docs/images:
// starts the service on a small shop and looks at it in Chromium.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildForTests } from './lib/build.mjs';
import { ensureServersInstalled } from './lib/ensure-servers.mjs';
import { root } from './lib/root.mjs';

await buildForTests();
ensureServersInstalled();
const { status } = spawnSync(
  process.execPath,
  [
    '--import',
    'tsx',
    join('bench', 'screenshots', 'main.ts'),
    join(root, 'data', 'screenshots'),
    join(root, 'docs', 'images'),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
