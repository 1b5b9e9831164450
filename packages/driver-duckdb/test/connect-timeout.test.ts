import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openLocal } from '@sluice/driver-kit/local/session';
import t from 'tap';

const connectTimeoutMs = 500;
/** Milliseconds after the file exists in which the engine sends its answer. */
const answerMs = 500;

const sleep = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

t.test('a worker that was busy at the connect timeout reports it', async (t) => {
  const directory = t.testdir();
  const file = join(directory, 'late.duckdb');
  const opening = openLocal(
    {
      dialect: 'duckdb',
      marks: { mark: () => '?', isShared: false },
      hostUrl: import.meta.resolve('@sluice/driver-duckdb/engine-host'),
      killAfterMs: null,
      readsWithoutFiles: true,
    },
    { file, directory, readOnly: false, allowFiles: false },
    { signal: new AbortController().signal, connectTimeoutMs },
  );
  // The event loop does not turn until both the timer and the answer wait for it.
  const startedAtMs = performance.now();
  while (!existsSync(file) && performance.now() - startedAtMs < 30_000) sleep(20);
  t.ok(existsSync(file), 'the engine has opened its file');
  sleep(Math.max(answerMs, connectTimeoutMs));
  await t.rejects(opening, { kind: 'connection', message: /Connect timeout/ });
});
