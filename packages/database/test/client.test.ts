import { openDatabase } from '@sluice/database';
import { createEmptyDatabase, until } from '@sluice/testkit';
import t from 'tap';

t.test('a transaction that its process forgot is ended by the database', async (t) => {
  const empty = await createEmptyDatabase();
  const open = () =>
    openDatabase({ databaseUrl: empty.url, poolSize: 1, applicationName: 'forgetful' });
  const [forgetful, other] = [open(), open()];
  t.teardown(async () => {
    await Promise.all([forgetful.$disconnect(), other.$disconnect()]);
    await empty.drop();
  });
  const key = 7;
  let release: () => void = () => undefined;
  const forgotten = forgetful.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`select pg_advisory_xact_lock(${key})::text`;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    },
    // The client's own limit cannot help a process that is stopped.
    { timeout: 60_000 },
  );
  const isFree = async (): Promise<boolean> => {
    const rows = await other.$queryRaw<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(${key}) as taken`;
    return rows[0]?.taken === true;
  };
  await until('the lock is held', async () => !(await isFree()));
  await until('the lock is free again', isFree, 20_000);
  release();
  await t.rejects(forgotten);
  t.same(await forgetful.$queryRaw`select 1 as one`, [{ one: 1 }], 'the pool goes on');
});
