import { createSignInFailureRepository, openDatabase, type FailureLimits } from '@sluice/database';
import { createServiceDatabase } from '@sluice/testkit';
import t, { type Test } from 'tap';

const limits: FailureLimits = {
  perAccountAndNetwork: 3,
  perNetwork: 8,
  perAccount: 5,
  windowSeconds: 900,
};

/** Opens repositories of two processes on one database. */
async function open(t: Test) {
  const sql = await createServiceDatabase();
  const databases = ['one', 'two'].map((applicationName) =>
    openDatabase({ databaseUrl: sql.url, poolSize: 8, applicationName }),
  );
  t.teardown(async () => {
    await Promise.all(databases.map((database) => database.$disconnect()));
    await sql.drop();
  });
  const [one, two] = databases.map((database) => createSignInFailureRepository(database));
  return { one: one!, two: two!, sql };
}

t.test(
  'failures at two processes count together and do not block the owner on another network',
  async (t) => {
    const { one, two } = await open(t);
    const attempt = (network: string, index: number) =>
      (index % 2 === 0 ? one : two).begin('owner@example.com', network, limits);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => attempt('10.0.0', index)),
    );
    t.equal(answers.filter((seconds) => seconds === null).length, 3);
    const waits = answers.filter((seconds) => seconds !== null);
    t.ok(waits.every((seconds) => seconds > 0 && seconds <= 900));
    t.equal(await attempt('10.0.1', 0), null, 'another network is not blocked');
    t.equal(
      await one.begin('other@example.com', '10.0.0', limits),
      null,
      'another account is not blocked',
    );
  },
);

t.test('an account attacked from many networks stays open to its known network', async (t) => {
  const { one, two, sql } = await open(t);
  t.equal(await one.begin('owner@example.com', 'home', limits), null);
  await one.succeeded('owner@example.com', 'home');
  for (let network = 0; network < 5; network++) {
    t.equal(await two.begin('owner@example.com', `bot-${network}`, limits), null);
  }
  const seconds = await two.begin('owner@example.com', 'bot-5', limits);
  t.ok(seconds !== null && seconds > 3_000, 'no new network for an hour');
  t.equal(await one.begin('owner@example.com', 'home', limits), null);
  await one.succeeded('owner@example.com', 'home');
  t.equal(
    await two.begin('owner@example.com', 'bot-6', limits),
    null,
    'a success resets the count',
  );
  const stored = await sql.query('select account_hash from sign_in_failures');
  t.notMatch(JSON.stringify(stored), /owner/, 'the typed account name is not stored');
});

t.test('a network that tries many accounts is blocked and writes no further rows', async (t) => {
  const { one, sql } = await open(t);
  const answers: (number | null)[] = [];
  for (let account = 0; account < 20; account++) {
    answers.push(await one.begin(`${account}@example.com`, '10.0.0', limits));
  }
  t.equal(answers.filter((seconds) => seconds === null).length, 8);
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int as count from sign_in_failures',
  );
  t.equal(row?.count, 1 + 2 * 8);
});

t.test('abandoned attempts do not count and an expired count restarts', async (t) => {
  const { one, sql } = await open(t);
  for (let index = 0; index < 10; index++) {
    t.equal(await one.begin('a@example.com', '10.0.0', limits), null);
    await one.abandoned('a@example.com', '10.0.0');
  }
  for (let index = 0; index < 3; index++) await one.begin('a@example.com', '10.0.0', limits);
  t.ok((await one.begin('a@example.com', '10.0.0', limits)) !== null);
  await sql.query(`update sign_in_failures set ends_at = now() - interval '1 second'`);
  t.equal(await one.begin('a@example.com', '10.0.0', limits), null);
});

t.test('concurrent sign-ins of one account cause no deadlock', async (t) => {
  const { one, two } = await open(t);
  const ample = { ...limits, perAccountAndNetwork: 10_000, perNetwork: 10_000, perAccount: 10_000 };
  const signIn = async (index: number): Promise<void> => {
    const failures = index % 2 === 0 ? one : two;
    await failures.begin('owner@example.com', '10.0.0', ample);
    if (index % 3 === 0) await failures.abandoned('owner@example.com', '10.0.0');
    else await failures.succeeded('owner@example.com', '10.0.0');
  };
  for (let round = 0; round < 40; round++) {
    await Promise.all(Array.from({ length: 16 }, (_, index) => signIn(index)));
  }
  t.pass('no deadlock was detected');
});
