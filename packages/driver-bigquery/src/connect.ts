import { withinTime } from '@sluice/driver-kit/connect/connect-timeout';
import { DriverError, type Handover, type SessionOptions } from '@sluice/driver-kit';
import type { Api } from './api.js';
import { loadClient } from './credentials.js';
import { connectError } from './errors.js';
import { dryRun, labelOf } from './jobs.js';
import { openApi } from './open.js';
import { BigQuerySession } from './session.js';
import { locationOf, projectOf, type Settings } from './settings.js';
import { textOf } from './json.js';

/** Opens a session after a dry run, which costs nothing: who may make that may run statements. */
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

/** Goes on with a session of another process; asks for a token and nothing else. */
export async function resumeSession(
  settings: Settings,
  handover: Handover['session'],
  options: SessionOptions,
): Promise<BigQuerySession> {
  const where = { ...settings, ...placeOf(handover) };
  return open(where, textOf(handover, 'sessionId'), options, (api) => api.signIn());
}

/** A session once `check` has shown that its credentials are good. @throws DriverError */
async function open(
  settings: Settings,
  sessionId: string,
  options: SessionOptions,
  check: (api: Api, signal: AbortSignal) => Promise<void>,
): Promise<BigQuerySession> {
  // The first time takes long, and that is not the server's time.
  await loadClient();
  const closing = new AbortController();
  const { api, http } = openApi(settings, options, closing.signal);
  try {
    await withinTime(options, async (signal) => {
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

/** What is asked of the token's server knows only the connection's own signal. */
function closeWith(signal: AbortSignal, closing: AbortController): void {
  signal.addEventListener('abort', () => {
    closing.abort();
  });
}

function placeOf(handover: Handover['session']): Pick<Settings, 'project' | 'location'> {
  const project = textOf(handover, 'project');
  const location = textOf(handover, 'location');
  if (project === '' || location === '') {
    throw new DriverError('connection', 'not_run', 'The session is none of BigQuery');
  }
  return { project: projectOf(project), location: locationOf(location) };
}
