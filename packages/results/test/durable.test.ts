import { randomUUID } from 'node:crypto';
import { nodeFileSystem, openFileResultStore, type FileSystem } from '@sluice/results';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { chunkOf, rowsBetween, startedOn } from './support/store.js';

/** Returns a file system that records the calls which make data durable and can block them. */
function recordingFileSystem() {
  const events: string[] = [];
  let release: () => void = () => undefined;
  let blocked: Promise<void> = Promise.resolve();
  const recorded = async (name: string, work: () => Promise<void>): Promise<void> => {
    events.push(`${name} sync started`);
    await blocked;
    await work();
    events.push(`${name} sync ended`);
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
        datasync: () => recorded('data', () => file.datasync()),
        sync: () => recorded('directory', () => file.sync()),
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
      blocked = new Promise((resolve) => (release = resolve));
    },
    release: () => {
      release();
    },
  };
}

t.test('finish syncs the data and the directory concurrently and waits for both', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-results-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const { files, events, hold, release } = recordingFileSystem();
  const store = await openFileResultStore({ directory, files });
  const writer = await store.create(randomUUID(), startedOn);
  await writer.append(chunkOf(rowsBetween(0, 20)));
  events.length = 0;
  hold();
  let isFinished = false;
  const finishing = writer.finish().then(() => (isFinished = true));
  while (events.length < 3) await new Promise((resolve) => setImmediate(resolve));
  t.equal(events[0], 'renamed');
  t.same(events.slice(1).sort(), ['data sync started', 'directory sync started']);
  t.notOk(isFinished);
  release();
  await finishing;
  t.same(events.slice(3).sort(), ['data sync ended', 'directory sync ended']);
});
