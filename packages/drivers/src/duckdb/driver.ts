import { duckdb } from '../definitions/duckdb.js';
import type { Driver } from '../driver.js';
import { flag, textField } from '../fields.js';
import { guarded } from '../guard.js';
import { localDirectory, localFile } from '../local/files.js';
import { refuseOtherFormat } from '../local/format.js';
import { openLocal } from '../local/session.js';

/** DuckDB in a process of its own for each session. */
export const duckdbDriver: Driver = {
  definition: duckdb,
  connect: async (config, options) => {
    const directory = await localDirectory(options);
    const name = textField(config, 'file').trim();
    const file = name === '' ? null : await localFile(directory, name, flag(config, 'create'));
    if (file !== null) await refuseOtherFormat(file, 'duckdb');
    const session = await openLocal(
      { dialect: 'duckdb', killAfterMs: null, readsWithoutFiles: true },
      {
        engine: 'duckdb',
        file,
        directory,
        readOnly: options.readOnly,
        allowFiles: flag(config, 'allowFiles'),
      },
      options,
    );
    return guarded(session);
  },
  // Its process ends with the worker's.
  cancelOrphan: () => Promise.resolve('gone'),
};
