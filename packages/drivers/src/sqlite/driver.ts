import { sqlite } from '../definitions/sqlite.js';
import type { Driver } from '../driver.js';
import { flag, required } from '../fields.js';
import { guarded } from '../guard.js';
import { localDirectory, localFile } from '../local/files.js';
import { refuseOtherFormat } from '../local/format.js';
import { openLocal } from '../local/session.js';

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
      { dialect: 'sqlite', killAfterMs: KILL_AFTER_MS, readsWithoutFiles: false },
      {
        engine: 'sqlite',
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
