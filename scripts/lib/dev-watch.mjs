// Watch mode: the compiler watches the sources. After a change has compiled, the API and the worker are restarted.
// PostgreSQL keeps running.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { embedSql } from './embed-sql.mjs';
import { generatePrismaClient } from './prisma-client.mjs';
import { root } from './root.mjs';
import { workspaceFolders } from './workspaces.mjs';

const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');

/** Projects of the programs that restart; `tsc -b` also compiles every package that they reference. */
const projects = ['apps/api', 'apps/standalone', 'apps/worker'];

/** @param {{ children: { restart(): Promise<void> }[] }} service */
export function rebuildAndRestart(service, progress) {
  const compiler = spawn(
    process.execPath,
    [tsc, '-b', ...projects, '--watch', '--preserveWatchOutput', '--pretty'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  // The launcher ends by process.exit, which would leave the compiler running.
  process.once('exit', () => compiler.kill());
  const restart = createRestart(service, progress);
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    const errors = /Found (\d+) errors?\. Watching/.exec(plain(line));
    if (errors === null) return showProblem(line, progress);
    if (errors[1] === '0') restart();
    else progress.note('Fix the error and save. Until then the last compiled version runs.');
  });
  watchSchema(progress);
  watchSql(progress);
  progress.note('Watching for changes.\n');
}

/** Restarts when sources differ from those that run; changes during a restart lead to another. */
function createRestart({ children }, progress) {
  let current = stateOfSources();
  let isBusy = false;
  return async function restart() {
    if (isBusy || stateOfSources() === current) return;
    isBusy = true;
    current = stateOfSources();
    await progress.step('Restart after a change', async (step) => {
      await Promise.all(children.map((child) => child.restart()));
      step.rename('Restarted after a change');
    });
    isBusy = false;
    await restart();
  };
}

/** Hash of the names, sizes and times of all source files. */
function stateOfSources() {
  const hash = createHash('sha256');
  for (const folder of workspaceFolders()) {
    const sources = join(root, folder, 'src');
    const names = existsSync(sources) ? readdirSync(sources, { recursive: true }) : [];
    for (const name of names) {
      const { size, mtimeMs } = statSync(join(sources, name), { throwIfNoEntry: false }) ?? {};
      hash.update(`${folder} ${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** The compiler then sees the changed module. */
function watchSql(progress) {
  for (const kind of ['functions', 'queries']) {
    watch(join(root, 'packages', 'database', 'src', 'sql', kind), () => {
      embedSql().catch((error) => progress.note(error.message));
    });
  }
}

function watchSchema(progress) {
  const generate = () =>
    progress
      .step('Generate the database client', generatePrismaClient)
      .catch((error) => progress.note(error.message));
  let timer;
  // Editors write a file in several steps, and some replace it, which only a watch of the folder notices.
  watch(join(root, 'prisma'), (_event, name) => {
    if (name !== 'schema.prisma') return;
    clearTimeout(timer);
    timer = setTimeout(generate, 200);
  });
}

function showProblem(line, progress) {
  const text = plain(line);
  if (text.trim() === '' || /Starting (incremental )?compilation|File change detected/.test(text))
    return;
  progress.note(line);
}

const plain = stripVTControlCharacters;
