import type { TestService } from '@sluice/testkit';
import { createLeanClient, type LeanClient } from './client.js';
import { ms, percentile, type Figure } from './table.js';

const idleRequests = 500;
const requests = 3_000;
const inFlight = 16;
const signIns = 16;

const path = '/api/users';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

async function requestsPerSecond(client: LeanClient): Promise<number> {
  let left = requests;
  const work = async (): Promise<void> => {
    while (left-- > 0) await client.json('GET', path);
  };
  const taken = await timed(() => Promise.all(Array.from({ length: inFlight }, work)));
  return requests / (taken / 1000);
}

/** The admin's password, which {@link TestService.addEditor} gives to every user. */
const passwordOf = ({ admin }: TestService): string =>
  Buffer.from(admin.authorization.slice('Basic '.length), 'base64').toString().split(':')[1] ?? '';

/**
 * The cost of HTTP Basic with known credentials, and the effect of sign-ins on concurrent requests.
 */
export async function measureSignIn(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  const password = passwordOf(service);
  const emails = Array.from({ length: signIns }, (_, index) => `editor-${index}@example.com`);
  for (const email of emails) await service.addEditor(email);
  const signIn = async (email: string): Promise<void> => {
    const { status } = await client.send('POST', '/api/signin', { body: { email, password } });
    if (status !== 200) throw new Error(`A sign-in returned status ${status}`);
  };
  const read = () => timed(() => client.json('GET', path));
  await client.json('GET', path);
  const alone = await timed(() => signIn(emails[0] ?? ''));
  for (let count = 0; count < idleRequests; count++) await read();
  const idle: number[] = [];
  for (let count = 0; count < idleRequests; count++) idle.push(await read());
  const beside: number[] = [];
  let pending = signIns;
  const all = Promise.all(emails.map((email) => signIn(email).finally(() => pending--)));
  while (pending > 0) beside.push(await read());
  await all;
  const perSecond = await requestsPerSecond(client);
  client.close();
  const ratio = percentile(beside, 0.95) / percentile(idle, 0.95);
  return [
    {
      what: 'HTTP Basic, 16 in flight',
      value: `${perSecond.toFixed(0)} requests/s`,
      goal: '≥ 500',
    },
    { what: 'a sign-in alone', value: ms(alone), goal: '≥ 50 ms' },
    { what: 'a request, idle, p95', value: ms(percentile(idle, 0.95)) },
    { what: 'beside 16 sign-ins, p95', value: ms(percentile(beside, 0.95)) },
    { what: 'ratio of the two', value: ratio.toFixed(1), goal: '≤ 3' },
  ];
}
