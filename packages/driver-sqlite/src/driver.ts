import { sqlite } from './definition.js';
import type { Driver } from '@sluice/driver-kit';
import { flag, required } from '@sluice/driver-kit/fields';
import { guarded } from '@sluice/driver-kit/session/guard';
import { localDirectory, localFile } from '@sluice/driver-kit/local/files';
import { assertFormat } from '@sluice/driver-kit/local/format';
import { openLocal } from '@sluice/driver-kit/local/session';
import { marks } from './parameters.js';

/**
 * Milliseconds after a cancel at which the process is killed. The library can be interrupted only between two
 * rows, not inside a step.
 */
const KILL_AFTER_MS = 200;

/** SQLite: each session is a separate process. */
export const sqliteDriver: Driver = {
  definition: sqlite,
  connect: async (config, options) => {
    const directory = await localDirectory(options);
    const file = await localFile(directory, required(config, 'file'), flag(config, 'create'));
    await assertFormat(file, 'sqlite');
    const session = await openLocal(
      {
        dialect: 'sqlite',
        marks,
        hostUrl: import.meta.resolve('@sluice/driver-sqlite/engine-host'),
        killAfterMs: KILL_AFTER_MS,
        readsWithoutFiles: false,
      },
      {
        file,
        directory,
        readOnly: options.readOnly,
        allowFiles: flag(config, 'allowAttach'),
      },
      options,
    );
    return guarded(session);
  },
  // The engine process ends with the worker.
  cancelOrphan: () => Promise.resolve('gone'),
};
