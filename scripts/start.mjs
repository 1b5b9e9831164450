// `npm start`: from a fresh clone to a running service; install.mjs has run before it.
//   npm start        builds what is missing, then starts
//   npm run dev      the same, and builds and restarts on every change
import { checkNode } from './lib/check-node.mjs';

checkNode('26.0');

const { build } = await import('./lib/build.mjs');
const { createProgress } = await import('./lib/progress.mjs');
const { CommandFailure } = await import('./lib/run-quietly.mjs');

const watching = process.argv.includes('--watch');
const progress = createProgress();

/** Runs in this process, so that signals reach the launcher itself. */
async function launch() {
  await build(progress);
  const { main } = await import('../apps/standalone/dist/main.js');
  const dev = watching ? await import('./lib/dev-watch.mjs') : undefined;
  return main({
    environment: process.env,
    progress,
    // The clock of performance.now() begins with this process.
    startedAtMs: 0,
    // In watch mode the compiled modules, which are rebuilt faster; otherwise the bundles, which start faster.
    form: watching ? 'dist' : 'bundle',
    execArgv: watching ? ['--enable-source-maps'] : [],
    onReady: (service) => dev?.rebuildAndRestart(service, progress),
  });
}

try {
  process.exit(await launch());
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}
