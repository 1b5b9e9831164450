import { bigquery } from './definition.js';
import type { Driver } from '@sluice/driver-kit';
import { guardedOnServer } from '@sluice/driver-kit/session/guard-on-server';
import { openSession, resumeSession } from './connect.js';
import { cancelOrphan } from './end-session.js';
import { readSettings } from './settings.js';

/** A job may take some seconds to hear that it is to stop; there is nothing harder than to ask again. */
const STEP_MS = 30_000;

/** BigQuery by its REST API. See docs/decisions/0022-bigquery.md. */
export const bigqueryDriver: Driver = {
  definition: bigquery,
  connect: async (config, options) =>
    guardedOnServer(await openSession(readSettings(config, options), options), STEP_MS),
  resume: async (config, session, options) =>
    guardedOnServer(await resumeSession(readSettings(config, options), session, options), STEP_MS),
  cancelOrphan,
};
