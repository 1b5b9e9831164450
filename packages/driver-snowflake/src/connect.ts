import { splitStatements } from '@sluice/sql';
import {
  connectError,
  connectAborted,
  type RefusalCodes,
} from '@sluice/driver-kit/connect/connect-error';
import { withConnectTimeout } from '@sluice/driver-kit/connect/connect-timeout';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import { signIn, resumeClient, type Client } from './client.js';
import type { HandedOver } from './handover.js';
import { amending } from './parameters.js';
import { query } from './query.js';
import { loadSdk } from './sdk.js';
import type { Settings } from './settings.js';

/** The SDK's errors have no codes for refused sessions. */
const noRefusalCodes: RefusalCodes = { denied: new Set(), full: new Set() };

/** Opens a session and sets it up. @throws DriverError outcome `not_run` */
export async function open(
  settings: Settings,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<Client> {
  // Loading the SDK takes seconds, which do not count as connect time.
  await loadSdk();
  return withConnectTimeout(options, async (signal) => {
    try {
      const client = await signIn(settings, { ...options, signal }, amending(options));
      await setUp(client, settings, signal);
      return client;
    } catch (error) {
      throw connectError(error, noRefusalCodes);
    }
  });
}

async function setUp(client: Client, settings: Settings, signal: AbortSignal): Promise<void> {
  const statements = splitStatements(settings.preQueryStatements, 'snowflake');
  try {
    await unlessAborted(signal, dropping(client), async () => {
      for (const { text } of statements) await query(client, text);
    });
  } catch (error) {
    await client.end();
    throw error;
  }
}

const dropping = (client: Client) => (): void => {
  client.drop(connectAborted());
};

/**
 * Resumes a session. One request checks that it still exists.
 * @throws DriverError outcome `not_run`
 */
export async function reopen(
  settings: Settings,
  { state, accessUrl }: HandedOver,
  options: SessionOptions,
): Promise<Client> {
  await loadSdk();
  return withConnectTimeout(options, async (signal) => {
    const client = await resumeClient(settings, options, state);
    const giveUp = dropping(client);
    try {
      if (client.accessUrl !== accessUrl) {
        throw new DriverError('connection', 'not_run', 'The session belongs to another server');
      }
      await unlessAborted(signal, giveUp, () => client.request('POST', '/session/heartbeat'));
      return client;
    } catch (error) {
      giveUp();
      throw connectError(error, noRefusalCodes);
    }
  });
}
