import { withinTime } from '../connect-time.js';
import { DriverError, type Handover, type SessionOptions } from '../driver.js';
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
  const closing = new AbortController();
  const { api, http } = openApi(settings, options, closing.signal);
  const label = labelOf(options.applicationName);
  try {
    await withinTime(options, (signal) => {
      closeWith(signal, closing);
      return dryRun(
        api,
        'SELECT 1',
        { settings, label, sessionId: '', createSession: false },
        signal,
        0,
      );
    });
  } catch (error) {
    closing.abort();
    http.close();
    throw connectError(error);
  }
  return new BigQuerySession({ api, http, closing, settings, options, sessionId: '' });
}

/** Goes on with a session of another process; asks for a token and nothing else. */
export async function resumeSession(
  settings: Settings,
  handover: Handover['session'],
  options: SessionOptions,
): Promise<BigQuerySession> {
  const where = { ...settings, ...placeOf(handover) };
  const closing = new AbortController();
  const { api, http } = openApi(where, options, closing.signal);
  try {
    await withinTime(options, (signal) => {
      closeWith(signal, closing);
      return api.signIn();
    });
  } catch (error) {
    closing.abort();
    http.close();
    throw connectError(error);
  }
  const sessionId = textOf(handover, 'sessionId');
  return new BigQuerySession({ api, http, closing, settings: where, options, sessionId });
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
