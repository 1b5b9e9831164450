import { snowflake } from './definition.js';
import type { Driver } from '@sluice/driver-kit';
import { guardedOnServer } from '@sluice/driver-kit/session/guard-on-server';
import { open, reopen } from './connect.js';
import { readHandover } from './handover.js';
import { endStatement } from './end-orphaned-session.js';
import { SnowflakeSession } from './session.js';
import { readSettings } from './settings.js';

/** Snowflake: snowflake-sdk signs in and keeps the session, this package runs statements and reads rows. */
export const snowflakeDriver: Driver = {
  definition: snowflake,
  connect: async (config, options) => {
    const client = await open(readSettings(config), options);
    const { readOnly } = options;
    return guardedOnServer(new SnowflakeSession(client, { readOnly, command: null, isNew: true }));
  },
  resume: async (config, session, options) => {
    const handedOver = readHandover(session);
    const client = await reopen(readSettings(config), handedOver, options);
    const { readOnly } = options;
    const { command } = handedOver;
    return guardedOnServer(new SnowflakeSession(client, { readOnly, command, isNew: false }));
  },
  cancelOrphan: async (config, executionId, options) =>
    endStatement(readSettings(config), executionId, options),
};
