import { openDatabase } from '@sluice/database';
import { createEmptyDatabase, until } from '@sluice/testkit';
import t from 'tap';

t.test('the database ends a transaction whose process has stopped', async (t) => {
  const empty = await createEmptyDatabase();
  const open = () =>
    openDatabase({ databaseUrl: empty.url, poolSize: 1, applicationName: 'stopped' });
  const [stopped, other] = [open(), open()];
  t.teardown(async () => {
    await Promise.all([stopped.$disconnect(), other.$disconnect()]);
    await empty.drop();
  });
  const key = 7;
  let release: () => void = () => undefined;
  const abandoned = stopped.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`select pg_advisory_xact_lock(${key})::text`;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    },
    // The timeout of the client does not run in a stopped process.
    { timeout: 60_000 },
  );
  const isFree = async (): Promise<boolean> => {
    const rows = await other.$queryRaw<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(${key}) as taken`;
    return rows[0]?.taken === true;
  };
  await until('the lock is held', async () => !(await isFree()));
  await until('the lock is released', isFree, 20_000);
  release();
  await t.rejects(abandoned);
  t.same(await stopped.$queryRaw`select 1 as one`, [{ one: 1 }], 'the pool still works');
});
