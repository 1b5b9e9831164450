import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type ConnectionConfig, type SessionOptions } from '@sluice/driver-kit';
import type { Api } from './api.js';
import { ApiError, driverError } from './errors.js';
import { newJob, parseHandle, type JobReference } from './handle.js';
import { cancelCall, getCall, insertCall, jobInfo, type JobInfo, type JobOptions } from './jobs.js';
import { openApi } from './open.js';
import { readSettings } from './settings.js';

/** Between looks at a job that is being stopped. */
const LOOK_EVERY_MS = 250;

/** Ends a server-side session, its transaction and temporary tables with it, as a job of its own. */
export async function abortSession(
  api: Api,
  options: Pick<JobOptions, 'settings' | 'sessionId' | 'label'>,
  signal: AbortSignal,
): Promise<void> {
  const { project, location, ...rest } = options.settings;
  const settings = { ...rest, project, location, dataset: null };
  const job = newJob(project, location);
  const o = { ...options, settings, createSession: false, timeoutMs: null };
  try {
    await api.ask(insertCall(job, 'CALL BQ.ABORT_SESSION()', o), signal);
  } catch (error) {
    // An earlier try had come through.
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}

/**
 * Stops the job that `executionId` names and ends the session that it is in, if it is in one: nobody holds
 * it any more. Signal and time-out count for all of it.
 *
 * @throws DriverError when the service cannot be asked, or the job does not end in time
 */
export async function cancelOrphan(
  config: ConnectionConfig,
  executionId: string,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<'stopped' | 'gone'> {
  const job = parseHandle(executionId);
  const settings = readSettings(config, options);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.connectTimeoutMs)]);
  const { api, http } = openApi(settings, options, signal);
  try {
    const info = await look(api, job, signal);
    if (info === null) return 'gone';
    const stopped = await stop(api, job, info, signal);
    if (info.sessionId !== '') {
      const { sessionId } = info;
      const where = { ...settings, project: job.projectId, location: job.location };
      // A session that has ended by itself says so by an error.
      await abortSession(api, { settings: where, sessionId, label: '' }, signal).catch(
        () => undefined,
      );
    }
    return stopped ? 'stopped' : 'gone';
  } catch (error) {
    throw driverError(error, 'unknown');
  } finally {
    http.close();
  }
}

async function look(api: Api, job: JobReference, signal: AbortSignal): Promise<JobInfo | null> {
  try {
    return jobInfo(await api.ask(getCall(job), signal));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** False when it had ended before. */
async function stop(
  api: Api,
  job: JobReference,
  info: JobInfo,
  signal: AbortSignal,
): Promise<boolean> {
  if (info.isDone) return false;
  await api.ask(cancelCall(job), signal);
  for (;;) {
    const now = await look(api, job, signal);
    if (now === null || now.isDone) return true;
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {
      throw new DriverError('connection', 'unknown', 'The job did not end in time');
    });
  }
}
