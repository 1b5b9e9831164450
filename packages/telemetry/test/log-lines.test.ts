import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import t, { type Test } from 'tap';

/**
 * Logs as many 10 kB lines as the message says, then answers; exits with code 7 when the message is 0.
 */
const program = `
  import { createProcessLogger } from ${JSON.stringify(import.meta.resolve('@sluice/telemetry/logger'))};
  const log = createProcessLogger('logging', 'info');
  let line = 0;
  process.on('message', (count) => {
    for (let at = 0; at < count; at++) log.info({ line: line++, text: 'x'.repeat(10_000) });
    if (count === 0) {
      // Where lines are written by threads, one is on its way by then, and the other waits for it.
      log.info('a');
      log.info('b');
      process.exit(7);
    }
    process.send(line);
  });
  process.send('up');
`;

async function startLogging(t: Test): Promise<{ child: ChildProcess; log: Readable }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return { child, log: child.stdout as Readable };
}

const end = async (child: ChildProcess): Promise<unknown> => {
  // Not `close`: the output may not be read to its end.
  const ended = once(child, 'exit');
  child.send(0);
  const [code] = (await ended) as unknown[];
  return code;
};

t.test('ends although the reader of its log is gone', async (t) => {
  const { child, log } = await startLogging(t);
  log.destroy();
  await once(log, 'close');
  t.equal(await end(child), 7);
});

t.test('continues and ends although nothing reads its log', async (t) => {
  const { child } = await startLogging(t);
  // More than is kept for a slow reader.
  child.send(3_000);
  t.same(await once(child, 'message'), [3_000, undefined]);
  child.send(1);
  t.same(await once(child, 'message'), [3_001, undefined]);
  t.equal(await end(child), 7);
});

/** Ends a program that has logged `count` lines, and checks that the reader of its log gets all of them. */
async function checkAllLines(
  t: Test,
  count: number,
  read: (log: Readable) => Promise<string>,
): Promise<void> {
  const { child, log } = await startLogging(t);
  child.send(count);
  await once(child, 'message');
  const reading = read(log);
  t.equal(await end(child), 7);
  const lines = (await reading).trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { line?: number; msg?: string });
  t.same(
    entries.map(({ line, msg }) => line ?? msg),
    [...Array(count).keys(), 'a', 'b'],
  );
}

t.test('gives a late reader whole lines in order, up to the last', (t) =>
  checkAllLines(t, 500, text),
);

t.test('gives a slow reader all lines', (t) =>
  checkAllLines(t, 400, async (log) => {
    const chunks: Buffer[] = [];
    for await (const chunk of log) {
      chunks.push(chunk as Buffer);
      await setTimeout(25);
    }
    return Buffer.concat(chunks).toString();
  }),
);
