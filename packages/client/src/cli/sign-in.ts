import { createClient, type Client } from '../client.js';
import type { Arguments } from './arguments.js';
import { askPassword } from './prompt.js';
import { UsageError } from './usage.js';

const defaultUrl = 'http://127.0.0.1:3000';

/**
 * Creates a client from the environment and the command line. A token is read from the environment only,
 * because other users of the machine can read command lines.
 */
export async function signIn(
  { values }: Arguments,
  environment: NodeJS.ProcessEnv,
): Promise<Client> {
  const baseUrl = values.url ?? given(environment, 'SLUICE_URL') ?? defaultUrl;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new UsageError(`Invalid URL: ${baseUrl}. Use http:// or https://`);
  }
  const email = values.email ?? given(environment, 'SLUICE_EMAIL');
  const token = given(environment, 'SLUICE_TOKEN');
  if (values.email === undefined && token !== undefined) return createClient({ baseUrl, token });
  if (email === undefined) return createClient({ baseUrl });
  const password =
    given(environment, 'SLUICE_PASSWORD') ?? (await askPassword(`Password of ${email}: `));
  return createClient({ baseUrl, email, password });
}

const given = (environment: NodeJS.ProcessEnv, name: string): string | undefined =>
  environment[name] === '' ? undefined : environment[name];
