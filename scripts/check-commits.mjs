// Checks the messages of all commits since the rules were introduced. Needs the full history: CI fetches it.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lib/root.mjs';

/** The last commit before Conventional Commits became a rule. */
const base = 'ec091fa';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

if (git('rev-parse', '--is-shallow-repository') === 'true') {
  console.error(
    'Commit messages were not checked: the clone is shallow. Run "git fetch --unshallow".',
  );
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/@commitlint/cli/cli.js'), '--from', base, '--to', 'HEAD'],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
