// Dev mode: the compiler watches the sources; when a change has compiled, the API and the worker are
// restarted. PostgreSQL keeps running.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { generateClient, projects, tsc } from './build.mjs';
import { embedSql } from './embed-sql.mjs';
import { root } from './root.mjs';
import { sourceStamp } from './ensure-built.mjs';

/** @param {{ children: { restart(): Promise<void> }[] }} service */
export function rebuildAndRestart(service, progress) {
  const compiler = spawn(
    process.execPath,
    [tsc, '-b', ...projects, '--watch', '--preserveWatchOutput', '--pretty'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  // The launcher ends by process.exit; the compiler must not be left behind.
  process.once('exit', () => compiler.kill());
  const restart = createRestart(service, progress);
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    const errors = /Found (\d+) errors?\. Watching/.exec(plain(line));
    if (errors === null) return showProblem(line, progress);
    if (errors[1] === '0') restart();
    else progress.note('Fix this and save: what runs is the last version that compiled.');
  });
  watchSchema(progress);
  watchSql(progress);
  progress.note('Watching for changes.\n');
}

/** Restarts when sources differ from those that run; changes during a restart lead to another. */
function createRestart({ children }, progress) {
  let current = sourceStamp();
  let busy = false;
  return async function restart() {
    if (busy || sourceStamp() === current) return;
    busy = true;
    current = sourceStamp();
    await progress.step('Restart after a change', async (step) => {
      await Promise.all(children.map((child) => child.restart()));
      step.rename('Restarted after a change');
    });
    busy = false;
    await restart();
  };
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
    generateClient(progress)
      .then(embedSql)
      .catch((error) => progress.note(error.message));
  let timer;
  // Editors write a file in several steps; and some replace it, which only its folder sees.
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
