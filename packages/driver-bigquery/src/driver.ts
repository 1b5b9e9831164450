import { bigquery } from './definition.js';
import type { Driver } from '@sluice/driver-kit';
import { guardedOnServer } from '@sluice/driver-kit/session/guard-on-server';
import { openSession, resumeSession } from './connect.js';
import { cancelOrphan } from './end-orphaned-session.js';
import { readSettings } from './settings.js';

/**
 * Milliseconds between two cancel requests: a job can take seconds to notice its cancel, and there is no harder
 * step.
 */
const STEP_MS = 30_000;

/** BigQuery through its REST API. See docs/decisions/0022-bigquery.md. */
export const bigqueryDriver: Driver = {
  definition: bigquery,
  connect: async (config, options) =>
    guardedOnServer(await openSession(readSettings(config, options), options), STEP_MS),
  resume: async (config, session, options) =>
    guardedOnServer(await resumeSession(readSettings(config, options), session, options), STEP_MS),
  cancelOrphan,
};
