import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { ResultStore, ResultWriter } from '@sluice/results';
import { Faults, faultyFileSystem } from './support/faults.js';
import {
  chunkOf,
  filesIn,
  rowsBetween,
  rowsOf,
  startedOn,
  temporaryStore,
} from './support/store.js';

/** Returns rows of about 1 MiB. */
const mebibyteAt = (at: number): unknown[] => rowsBetween(at * 10, at * 10 + 10, 105_000);

const append = async (writer: ResultWriter, mebibytes: number): Promise<void> => {
  for (let at = 0; at < mebibytes; at++) await writer.append(chunkOf(mebibyteAt(at)));
};

/** Returns a store whose first data sync completes or fails when `end` is called. */
async function slowStore(t: Test) {
  let end = (_error?: Error): void => undefined;
  const first = new Promise<void>((resolve, reject) => {
    end = (error) => {
      if (error === undefined) resolve();
      else reject(error);
    };
  });
  const begun: string[] = [];
  const files = faultyFileSystem(new Faults());
  const { root, store } = await temporaryStore(t, {
    ...files,
    open: async (path, ...args) => {
      const file = await files.open(path, ...args);
      const datasync = async () => {
        begun.push(path);
        await (begun.length === 1 ? first : file.datasync());
      };
      return { ...file, datasync };
    },
  });
  return { root, store, end, begun };
}

const create = (store: ResultStore): Promise<ResultWriter> => store.create(randomUUID(), startedOn);

t.test(
  'a slow disk does not delay appends, syncs one file at a time, and delays finish',
  async (t) => {
    const { store, end, begun } = await slowStore(t);
    const writer = await create(store);
    await append(writer, 30);
    t.equal(begun.length, 1, 'the first sync starts during the appends and is still running');
    const other = await create(store);
    await append(other, 30);
    t.equal(begun.length, 1, 'the other result does not start a second sync');
    let isFinished = false;
    const finishing = writer.finish().then((result) => {
      isFinished = true;
      return result;
    });
    await other.finish();
    t.equal(isFinished, false, 'a result is not finished before its data is synced');
    end();
    const result = await finishing;
    const rows = await rowsOf(await store.openWhole(result.resultsPath, result));
    t.equal(rows.length, 300);
  },
);

t.test('an error that the disk reports only once fails the result', async (t) => {
  for (const when of ['before finish', 'during finish']) {
    const { root, store, end, begun } = await slowStore(t);
    const writer = await create(store);
    await append(writer, 30);
    t.equal(begun.length, 1);
    const failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    if (when === 'before finish') end(failure);
    await nextTurn();
    const finishing = writer.finish();
    end(failure);
    await t.rejects(finishing, { code: 'storage', title: /disk error/ }, when);
    t.same(await filesIn(root), []);
  }
});
