import type { TestService } from '@sluice/testkit';
import { createLeanClient } from './client.js';
import { ms, percentile, type Figure } from './table.js';

/** Rounds with one rejected sign-in of every kind, in random order. */
const rounds = Number(process.env['BENCH_ENUMERATION_ROUNDS'] ?? 1_000);

/** Fewer than the service allows to fail for one account and one network. */
const roundsWithoutWaiting = 8;

/** Accounts that cannot sign in, each for another reason. */
const kinds = ['wrong password', 'unknown', 'disabled', 'without a password'] as const;

/** Measures whether the time of a rejected sign-in reveals which accounts exist. */
export async function measureEnumeration(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  const addressOf = (kind: string) => `${kind.replaceAll(' ', '-')}@example.com`;
  for (const kind of kinds) if (kind !== 'unknown') await service.addEditor(addressOf(kind));
  const { database } = service;
  await database.query('update users set disabled = true where email = $1', [
    addressOf('disabled'),
  ]);
  await database.query('update users set password_hash = null where email = $1', [
    addressOf('without a password'),
  ]);
  const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round++) {
    if (round % roundsWithoutWaiting === 0) await database.query('delete from sign_in_failures');
    for (const kind of shuffled(kinds)) {
      const body = { email: addressOf(kind), password: 'not the password' };
      const startedAtMs = performance.now();
      const { status } = await client.send('POST', '/api/signin', { body });
      // The first requests run with cold code and cold caches.
      if (round >= roundsWithoutWaiting) times.get(kind)?.push(performance.now() - startedAtMs);
      if (status !== 401) throw new Error(`A sign-in returned status ${status}`);
    }
  }
  client.close();
  const [known = [], ...others] = times.values();
  const median = percentile(known, 0.5);
  const apart = others.map((each) => Math.abs(percentile(each, 0.5) - median) / median);
  const welch = others.map((each) => Math.abs(welchT(known, each)));
  return [
    { what: `a refused sign-in, median of ${known.length}`, value: ms(median) },
    {
      what: 'medians by kind of account, most apart',
      value: `${(100 * Math.max(...apart)).toFixed(1)} %`,
      goal: '≤ 5 %',
    },
    { what: 'the same, Welch t', value: Math.max(...welch).toFixed(1), goal: '< 4.5' },
  ];
}

function shuffled<T>(values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}

/** Returns the distance of the means of two samples in standard errors. */
function welchT(one: number[], other: number[]): number {
  const [first, second] = [momentsOf(one), momentsOf(other)];
  return (first.mean - second.mean) / Math.sqrt(first.squaredError + second.squaredError);
}

function momentsOf(values: number[]): { mean: number; squaredError: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, squaredError: variance / values.length };
}
