import { provisionData, readEnvironmentConnections } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import type { Connection } from '@sluice/contracts';
import { AppError } from '@sluice/errors';
import type { Test } from 'tap';
import { sampleConnection, type TestApi } from './support.js';

export const prefix = 'SERVICE_CONNECTIONS__';

/** Returns the environment variables of a connection. */
export const variablesOf = (
  id: string,
  fields: Record<string, string> = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ driver: 'postgres', ...sampleConnection.data, ...fields }).map(
      ([field, value]) => [`${prefix}${id}__${field}`, value],
    ),
  );

const secrets = {
  DATABASE_URL: 'postgresql://unknown@127.0.0.1:1/none',
  SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
  SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
};

/** Loads configured connections and seed data as the API does at its start. */
export async function provision(
  { database, cipher }: TestApi,
  variables: Record<string, string>,
  warn: (message: string) => void = () => undefined,
) {
  const { settings, connections } = loadApiConfig({ ...secrets, ...variables });
  const read = readEnvironmentConnections(connections, false);
  if (read.problems.length > 0) throw new Error(read.problems.map((each) => each.path).join());
  for (const { message } of read.warnings) warn(message);
  const log = { info: () => undefined, warn };
  await provisionData({ settings, connections: read.connections, database, cipher, log });
}

/** Returns the configuration problems. @throws if there are none. */
export async function provisioningProblems(
  api: TestApi,
  variables: Record<string, string>,
): Promise<string[]> {
  try {
    await provision(api, variables);
  } catch (error) {
    if (error instanceof AppError) return (error.detail ?? '').split('\n');
    throw error;
  }
  throw new Error('The configuration is valid');
}

export const connectionFinder =
  ({ admin }: TestApi) =>
  async (id: string): Promise<Connection> =>
    (await admin('GET', `/api/connections/${id}`)).json<Connection>();

export const matchesEach = (t: Test, lines: string[], ...patterns: RegExp[]): void => {
  for (const pattern of patterns) {
    t.equal(lines.filter((line) => pattern.test(line)).length, 1, String(pattern));
  }
  t.equal(lines.length, patterns.length, lines.join('\n'));
};
