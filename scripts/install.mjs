// Before `npm start` and `npm run dev`: runs `npm ci` when node_modules differs from
// package-lock.json. A separate step, because it installs the Node version that runs everything else.
import { createHash } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkNode } from './lib/check-node.mjs';
import { root } from './lib/root.mjs';

// The version that npm needs.
checkNode('20.19');

const { createProgress } = await import('./lib/progress.mjs');
const { CommandFailure, runQuietly } = await import('./lib/run-quietly.mjs');

// Inside node_modules, so removing that folder removes it too.
const stampPath = join(root, 'node_modules', '.sluice-install');

async function ensureInstalled() {
  const wanted = await wantedStamp();
  const isInstalled = async () => (await readStamp()) === wanted;
  if (await isInstalled()) return;
  await createProgress().step('Install packages (npm ci)', async (step) => {
    await alone(async () => {
      if (await isInstalled()) return;
      await npmCi();
      await writeFile(stampPath, wanted);
    });
    step.rename('Installed packages');
  });
}

// Two at once remove each other's files. Beside node_modules, which npm empties.
async function alone(work) {
  const path = join(root, '.installing');
  for (;;) {
    try {
      await writeFile(path, '', { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!(await isHeld(path))) await rm(path, { force: true });
    await delay(200);
  }
  const touch = () => utimes(path, new Date(), new Date()).catch(() => undefined);
  const touching = setInterval(touch, 1_000);
  try {
    await work();
  } finally {
    clearInterval(touching);
    await rm(path, { force: true });
  }
}

/** Whether who made the file still touches it. Its number would be another process's one day. */
async function isHeld(path) {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < 10_000;
}

// Node's and PostgreSQL's binaries differ between platforms.
async function wantedStamp() {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

const readStamp = () => readFile(stampPath, 'utf8').catch(() => undefined);

// By the npm and the Node that run us: ours may be the one that is about to be replaced.
function npmCi() {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const args = ['ci', '--no-audit', '--no-fund'];
  // npm.cmd needs a shell on Windows.
  return npm?.endsWith('.js')
    ? runQuietly(node, [npm, ...args], { cwd: root })
    : runQuietly('npm', args, { cwd: root, shell: process.platform === 'win32' });
}

try {
  await ensureInstalled();
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}
