import t from 'tap';
import { openRepositories, written } from './support.js';

t.test('a batch written with isDurableLater is durable after a flush', async (t) => {
  const { service, batches, write } = await openRepositories(t);
  const position = async (which: 'insert' | 'flush'): Promise<bigint> => {
    const [row] = await service.query<{ at: string }>(
      `select (pg_current_wal_${which}_lsn() - '0/0')::text as at`,
    );
    return BigInt(row!.at);
  };
  let wasBehind = false;
  for (let tries = 0; tries < 50; tries++) {
    const before = await position('insert');
    written(await write(1, { userId: 'ann', isDurableLater: true }));
    wasBehind ||= (await position('flush')) <= before;
    const end = await position('insert');
    await batches.flush();
    t.ok((await position('flush')) >= end);
  }
  t.ok(wasBehind, 'the write did not wait for the disk');

  const before = await position('insert');
  written(await write(1, { userId: 'ann' }));
  t.ok((await position('flush')) > before, 'other batches are durable when they are written');
});
