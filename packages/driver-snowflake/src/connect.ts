import { splitStatements } from '@sluice/sql';
import { connectError, givenUp, type RefusalCodes } from '@sluice/driver-kit/connect/connect-error';
import { withinTime } from '@sluice/driver-kit/connect/connect-timeout';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import { signIn, takeOver, type Client } from './client.js';
import type { HandedOver } from './handover.js';
import { amending } from './parameters.js';
import { query } from './query.js';
import { loadSdk } from './sdk.js';
import type { Settings } from './settings.js';

/** The SDK's messages tell nothing apart here. */
const noRefusalCodes: RefusalCodes = { denied: new Set(), full: new Set() };

/** Opens a session and sets it up. @throws DriverError outcome `not_run` */
export async function open(
  settings: Settings,
  options: Omit<SessionOptions, 'readOnly'>,
): Promise<Client> {
  // The first time takes seconds, which are not the server's.
  await loadSdk();
  return withinTime(options, async (signal) => {
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
  client.drop(givenUp());
};

/**
 * Takes a session over. It is asked for once, so that one that has ended is told now.
 * @throws DriverError outcome `not_run`
 */
export async function reopen(
  settings: Settings,
  { state, accessUrl }: HandedOver,
  options: SessionOptions,
): Promise<Client> {
  await loadSdk();
  return withinTime(options, async (signal) => {
    const client = await takeOver(settings, options, state);
    const giveUp = dropping(client);
    try {
      if (client.accessUrl !== accessUrl) {
        throw new DriverError('connection', 'not_run', 'The session is one of another server');
      }
      await unlessAborted(signal, giveUp, () => client.request('POST', '/session/heartbeat'));
      return client;
    } catch (error) {
      giveUp();
      throw connectError(error, noRefusalCodes);
    }
  });
}
