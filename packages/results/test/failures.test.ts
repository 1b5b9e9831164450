import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { outcomeOf, startScript } from './support/child.js';
import { Faults, faultyFileSystem } from './support/faults.js';
import {
  allFilesClosed,
  chunkOf,
  filesIn,
  rowAt,
  rowsBetween,
  rowsOf,
  startedOn,
  storeRows,
  temporaryStore,
} from './support/store.js';

const folder = async (t: { teardown(work: () => Promise<void>): void }): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'sluice-results-'));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  return path;
};

const failureWith = (reason: string) => {
  const error = { code: 'storage', title: `The results could not be stored (${reason})` };
  return { first: error, again: error, left: [], part: null, bytes: true };
};

await t.test(
  'a full disk fails the result, leaves no file, and does not affect the next result',
  async (t) => {
    const disk = await folder(t);
    // In its own mount namespace: the disk disappears with the process, however the process ends.
    const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
    const mount = 'mount -t tmpfs -o size=1m none "$0" && exec "$@"';
    const under = ['unshare', ...asRoot, '--mount', 'sh', '-c', mount, disk];
    const script = startScript('./fill-disk.ts', [join(disk, 'results')], under);
    t.strictSame(await outcomeOf(script), failureWith('disk full'));
  },
);

await t.test('a file size limit fails the result in the same way', async (t) => {
  const root = join(await folder(t), 'results');
  const script = startScript('./fill-disk.ts', [root], ['prlimit', '--fsize=1000000']);
  t.strictSame(await outcomeOf(script), failureWith('file size limit reached'));
});

for (const [size, rowCount] of Object.entries({ small: 20, large: 12_000 })) {
  await t.test(`a ${size} result survives the failure of each system call in turn`, async (t) => {
    const calls = new Set<string>();
    for (let failAt = 1; ; failAt += 1) {
      const faults = new Faults();
      const { root, store } = await temporaryStore(t, faultyFileSystem(faults));
      const id = randomUUID();
      const write = async () => {
        const writer = await store.create(id, startedOn);
        await writer.append(chunkOf(rowsBetween(0, rowCount / 2)));
        await writer.flush();
        await writer.append(chunkOf(rowsBetween(rowCount / 2, rowCount)));
        return writer.finish();
      };
      faults.arm(failAt);
      const outcome = await write().catch((error: unknown) => ({ error }));
      await allFilesClosed(root);
      faults.disarm();
      if (!faults.hasFailed) break;
      calls.add(faults.failed);
      const about = `${faults.failed}, call ${failAt}`;
      if ('resultsPath' in outcome) {
        t.equal(
          faults.failed,
          'close',
          'a failed close does not fail a result that is on the disk',
        );
        const rows = await rowsOf(await store.openWhole(outcome.resultsPath, outcome));
        t.same(rows, rowsBetween(0, rowCount), `${about}: the result is complete`);
        continue;
      }
      t.match(outcome, { error: { code: 'storage', title: /disk error/ } }, about);
      t.strictSame(await filesIn(root), [], `${about}: no file is left`);
      const page = { offset: 0, limit: 1 };
      t.equal(await store.openPartialPage(id, startedOn, page), null);
      const next = await storeRows(store, rowCount, { statementId: id });
      const rows = await rowsOf(await store.openWhole(next.resultsPath, next));
      t.same(rows, rowsBetween(0, rowCount), `${about}: the next attempt succeeds`);
    }
    const expected = ['mkdir', 'lstat', 'open', 'writev', 'datasync', 'close', 'rename', 'sync'];
    t.strictSame(
      expected.filter((call) => !calls.has(call)),
      [],
    );
  });
}

await t.test('short writes are continued until all bytes are written', async (t) => {
  const files = faultyFileSystem(new Faults());
  const { store } = await temporaryStore(t, {
    ...files,
    open: async (...args) => {
      const file = await files.open(...args);
      const writev = (buffers: readonly Uint8Array[]) =>
        file.writev(buffers.slice(0, 1).map((buffer) => buffer.subarray(0, 70_001)));
      return { ...file, writev };
    },
  });
  const result = await storeRows(store, 9_000, { perChunk: 3_000, bytes: 100 });
  const rows = await rowsOf(await store.openWhole(result.resultsPath, result));
  t.same(rows, rowsBetween(0, 9_000, 100));
});

await t.test('rows that queue behind a slow write are all stored', async (t) => {
  const files = faultyFileSystem(new Faults());
  for (const first of [0, 10, 300_000]) {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { store } = await temporaryStore(t, {
      ...files,
      open: async (...args) => {
        const file = await files.open(...args);
        const writev = async (buffers: readonly Uint8Array[]) => {
          await released;
          return file.writev(buffers);
        };
        return { ...file, writev };
      },
    });
    const writer = await store.create(randomUUID(), startedOn);
    const rows = [rowAt(0, first), ...rowsBetween(1, 12, 120_000)];
    const appended = rows.map((row) => writer.append(chunkOf([row])));
    // The maximum number of appends is waiting now.
    await nextTurn();
    release();
    await Promise.all(appended);
    const result = await writer.finish();
    t.same(await rowsOf(await store.openWhole(result.resultsPath, result)), rows, `${first} bytes`);
  }
});

await t.test('a failed read reports an error and leaves no open file', async (t) => {
  const faults = new Faults();
  const { root, store } = await temporaryStore(t, faultyFileSystem(faults));
  const result = await storeRows(store, 60_000);
  const read = async () => {
    const page = { offset: 30_000, limit: 20_000 };
    const rows = await rowsOf(await store.openPage(result.resultsPath, result, page));
    return rows.length + (await rowsOf(await store.openWhole(result.resultsPath, result))).length;
  };
  for (let failAt = 1; ; failAt += 1) {
    faults.arm(failAt);
    const outcome = await read().catch((error: unknown) => error);
    await allFilesClosed(root);
    faults.disarm();
    if (!faults.hasFailed) {
      t.equal(outcome, 80_000);
      break;
    }
    t.ok(outcome instanceof Error, `${faults.failed}, call ${failAt}`);
  }
});
