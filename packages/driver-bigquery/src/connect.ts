import { withConnectTimeout } from '@sluice/driver-kit/connect/connect-timeout';
import { DriverError, type Handover, type SessionOptions } from '@sluice/driver-kit';
import type { Api } from './api.js';
import { loadClient } from './credentials.js';
import { connectError } from './errors.js';
import { dryRun, labelOf } from './jobs.js';
import { openApi } from './open.js';
import { BigQuerySession } from './session.js';
import { locationOf, projectOf, type Settings } from './settings.js';
import { textOf } from './json.js';

/** Opens a session after a free dry run, which shows that the user may run statements. */
export async function openSession(
  settings: Settings,
  options: SessionOptions,
): Promise<BigQuerySession> {
  const label = labelOf(options.applicationName);
  const o = { settings, label, sessionId: '', createSession: false };
  return open(settings, '', options, async (api, signal) => {
    await dryRun(api, 'SELECT 1', o, signal, 0);
  });
}

/** Resumes a session of another process; requests only a token. */
export async function resumeSession(
  settings: Settings,
  handover: Handover['session'],
  options: SessionOptions,
): Promise<BigQuerySession> {
  const where = { ...settings, ...placeOf(handover) };
  return open(where, textOf(handover, 'sessionId'), options, (api) => api.signIn());
}

/** Opens a session after `check` has verified its credentials. @throws DriverError */
async function open(
  settings: Settings,
  sessionId: string,
  options: SessionOptions,
  check: (api: Api, signal: AbortSignal) => Promise<void>,
): Promise<BigQuerySession> {
  // Loading the client takes long, which does not count as connect time.
  await loadClient();
  const closing = new AbortController();
  const { api, http } = openApi(settings, options, closing.signal);
  try {
    await withConnectTimeout(options, async (signal) => {
      signal.throwIfAborted();
      closeWith(signal, closing);
      await check(api, signal).catch((error: unknown) => {
        throw connectError(error);
      });
    });
  } catch (error) {
    closing.abort();
    http.close();
    throw error;
  }
  return new BigQuerySession({ api, http, closing, settings, options, sessionId });
}

/** Token requests use only the connection's own signal. */
function closeWith(signal: AbortSignal, closing: AbortController): void {
  signal.addEventListener('abort', () => {
    closing.abort();
  });
}

function placeOf(handover: Handover['session']): Pick<Settings, 'project' | 'location'> {
  const project = textOf(handover, 'project');
  const location = textOf(handover, 'location');
  if (project === '' || location === '') {
    throw new DriverError('connection', 'not_run', 'The stored session is not a BigQuery session');
  }
  return { project: projectOf(project), location: locationOf(location) };
}
