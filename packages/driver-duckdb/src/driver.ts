import { duckdb } from './definition.js';
import type { Driver } from '@sluice/driver-kit';
import { flag, textField } from '@sluice/driver-kit/fields';
import { guarded } from '@sluice/driver-kit/session/guard';
import { localDirectory, localFile } from '@sluice/driver-kit/local/files';
import { assertFormat } from '@sluice/driver-kit/local/format';
import { openLocal } from '@sluice/driver-kit/local/session';
import { marks } from './marks.js';

/** DuckDB: each session is a separate process. */
export const duckdbDriver: Driver = {
  definition: duckdb,
  connect: async (config, options) => {
    const directory = await localDirectory(options);
    const name = textField(config, 'file').trim();
    const file = name === '' ? null : await localFile(directory, name, flag(config, 'create'));
    if (file !== null) await assertFormat(file, 'duckdb');
    const session = await openLocal(
      {
        dialect: 'duckdb',
        marks,
        hostUrl: import.meta.resolve('@sluice/driver-duckdb/engine-host'),
        killAfterMs: null,
        readsWithoutFiles: true,
      },
      {
        file,
        directory,
        readOnly: options.readOnly,
        allowFiles: flag(config, 'allowFiles'),
      },
      options,
    );
    return guarded(session);
  },
  // The engine process ends with the worker.
  cancelOrphan: () => Promise.resolve('gone'),
};
