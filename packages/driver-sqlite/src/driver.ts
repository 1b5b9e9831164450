import { sqlite } from './definition.js';
import type { Driver } from '@sluice/driver-kit';
import { flag, required } from '@sluice/driver-kit/fields';
import { guarded } from '@sluice/driver-kit/session/guard';
import { localDirectory, localFile } from '@sluice/driver-kit/local/files';
import { refuseOtherFormat } from '@sluice/driver-kit/local/format';
import { openLocal } from '@sluice/driver-kit/local/session';

/**
 * The library cannot be interrupted inside a step, only between two rows: a statement that gives none
 * for this long takes its process with it.
 */
const KILL_AFTER_MS = 200;

/** SQLite in a process of its own for each session. */
export const sqliteDriver: Driver = {
  definition: sqlite,
  connect: async (config, options) => {
    const directory = await localDirectory(options);
    const file = await localFile(directory, required(config, 'file'), flag(config, 'create'));
    await refuseOtherFormat(file, 'sqlite');
    const session = await openLocal(
      {
        dialect: 'sqlite',
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
  // Its process ends with the worker's.
  cancelOrphan: () => Promise.resolve('gone'),
};
