import { mysql } from './definition.js';
import type { Driver } from '@sluice/driver-kit';
import { guarded } from '@sluice/driver-kit/session/guard';
import { endSession } from './end-orphaned-session.js';
import { openSession } from './session.js';
import { readSettings } from './settings.js';

/** MySQL and MariaDB: mysql2 connects; our reader executes statements. */
export const mysqlDriver: Driver = {
  definition: mysql,
  connect: async (config, options) => guarded(await openSession(readSettings(config), options)),
  cancelOrphan: async (config, executionId, options) =>
    endSession(readSettings(config), executionId, options),
};
