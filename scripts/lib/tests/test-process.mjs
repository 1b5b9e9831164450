// Runs compiled test files one after the other in this process, each as a subtest with the path of the file as its name.
// Loading tap, the API and their dependencies takes up to three seconds of processor time, more than most files need for
// their tests. Standard input has a line for each file, `["packages/sql/test/slices.test.ts", "…/slices.test.mjs"]`; the
// next one arrives when a file has ended.
import asyncHooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** Milliseconds after the last test in which the process may end without help. */
const END_MS = 1_000;

// tap tracks every promise and timer to know the test of an error that is not caught, which takes a fifth of the
// processor time of a file that calls the API. Here such an error belongs to the file that runs. The tracking starts when
// tap is loaded.
asyncHooks.createHook = () => ({ enable() {}, disable() {} });
syncBuiltinESMExports();
const { default: t } = await import('tap');

let running;
process.on('uncaughtException', (error) => running.threw(error));

for await (const line of createInterface({ input: process.stdin })) {
  const [path, module] = JSON.parse(line);
  // A file that waits for nothing ends as unfinished, at once.
  process.stdin.unref();
  await t.test(path, async (t) => {
    running = t;
    globalThis[Symbol.for('sluice.test')] = t;
    await import(pathToFileURL(module).href);
  });
  process.stdin.ref();
}
// Open timers and servers would keep the process alive. light-my-request, which injects requests, never clears the
// timeout of a response: without this exit, processes of such tests ended a minute after their last test.
setTimeout(() => process.exit(), END_MS).unref();
