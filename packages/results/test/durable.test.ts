import { randomUUID } from 'node:crypto';
import { nodeFileSystem, openFileResultStore, type FileSystem } from '@sluice/results';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { chunkOf, rowsBetween, startedOn } from './support/store.js';

/** A system that tells of the calls that make something durable, and waits with their answers. */
function watched() {
  const events: string[] = [];
  let letGo: () => void = () => undefined;
  let gate: Promise<void> = Promise.resolve();
  const during = async (name: string, work: () => Promise<void>): Promise<void> => {
    events.push(`${name} begins`);
    await gate;
    await work();
    events.push(`${name} ends`);
  };
  const files: FileSystem = {
    ...nodeFileSystem,
    open: async (...args) => {
      const file = await nodeFileSystem.open(...args);
      return {
        read: (...given) => file.read(...given),
        writev: (buffers) => file.writev(buffers),
        stat: () => file.stat(),
        close: () => file.close(),
        datasync: () => during('bytes', () => file.datasync()),
        sync: () => during('name', () => file.sync()),
      };
    },
    rename: async (from, to) => {
      await nodeFileSystem.rename(from, to);
      events.push('renamed');
    },
  };
  return {
    files,
    events,
    hold: () => {
      gate = new Promise((resolve) => (letGo = resolve));
    },
    letGo: () => {
      letGo();
    },
  };
}

t.test(
  'name and bytes become durable at the same time, and the result waits for both',
  async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'sluice-results-'));
    t.teardown(() => rm(directory, { recursive: true, force: true }));
    const { files, events, hold, letGo } = watched();
    const store = await openFileResultStore({ directory, files });
    const writer = await store.create(randomUUID(), startedOn);
    await writer.append(chunkOf(rowsBetween(0, 20)));
    events.length = 0;
    hold();
    let isFinished = false;
    const finishing = writer.finish().then(() => (isFinished = true));
    while (events.length < 3) await new Promise((resolve) => setImmediate(resolve));
    t.equal(events[0], 'renamed');
    t.same(events.slice(1).sort(), ['bytes begins', 'name begins']);
    t.notOk(isFinished);
    letGo();
    await finishing;
    t.same(events.slice(3).sort(), ['bytes ends', 'name ends']);
  },
);
