import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type ConnectionConfig, type SessionOptions } from '@sluice/driver-kit';
import type { Api } from './api.js';
import { ApiError, driverError, isMissing } from './errors.js';
import { newJob, parseHandle, type JobReference } from './handle.js';
import { cancelCall, getCall, insertCall, jobInfo, type JobInfo, type JobOptions } from './jobs.js';
import { openApi } from './open.js';
import { readSettings } from './settings.js';

/** Polling interval in milliseconds of a cancelled job. */
const POLL_INTERVAL_MS = 250;

/** Ends a server-side session with its transaction and temporary tables, in a separate job. */
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
    // An earlier attempt had arrived.
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}

/**
 * Cancels the job with this execution id and ends its session, if it has one: no process owns the
 * session. The signal and the timeout apply to the whole operation.
 *
 * @throws DriverError if the service cannot be reached or the job does not end in time
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
    const info = await pollJob(api, job, signal);
    if (info === null) return 'gone';
    // A pending job does not name its session yet.
    const { isStopped, sessionId } = await stop(api, job, info, signal);
    if (sessionId !== '') {
      const where = { ...settings, project: job.projectId, location: job.location };
      // A session that has already ended reports an error.
      await abortSession(api, { settings: where, sessionId, label: '' }, signal).catch(
        () => undefined,
      );
    }
    return isStopped ? 'stopped' : 'gone';
  } catch (error) {
    throw driverError(error, 'unknown');
  } finally {
    http.close();
  }
}

async function pollJob(api: Api, job: JobReference, signal: AbortSignal): Promise<JobInfo | null> {
  try {
    return jobInfo(await api.ask(getCall(job), signal));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Cancels the job and waits; `isStopped` is false if it had ended before. */
async function stop(
  api: Api,
  job: JobReference,
  { isDone, sessionId }: JobInfo,
  signal: AbortSignal,
): Promise<{ isStopped: boolean; sessionId: string }> {
  if (isDone) return { isStopped: false, sessionId };
  await api.ask(cancelCall(job), signal);
  for (;;) {
    const now = await pollJob(api, job, signal);
    if (now === null || now.isDone) {
      return { isStopped: true, sessionId: now?.sessionId || sessionId };
    }
    await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {
      throw new DriverError('connection', 'unknown', 'The job did not end in time');
    });
  }
}
