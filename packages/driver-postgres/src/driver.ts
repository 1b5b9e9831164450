import { postgres } from './definition.js';
import type { Driver } from '@sluice/driver-kit';
import { guarded } from '@sluice/driver-kit/session/guard';
import { endSession } from './end-orphaned-session.js';
import { openSession } from './session.js';
import { readSettings } from './settings.js';

/** PostgreSQL: pg connects and authenticates, this package runs statements and reads rows. */
export const postgresDriver: Driver = {
  definition: postgres,
  connect: async (config, options) => guarded(await openSession(readSettings(config), options)),
  cancelOrphan: async (config, executionId, options) =>
    endSession(readSettings(config), executionId, options),
};
