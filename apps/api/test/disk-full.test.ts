import { randomBytes } from 'node:crypto';
import { appendFile, chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyChecks } from '@sluice/contracts';
import { createEmptyDatabase, mountSmallDisk, until } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { openTestApi, sampleConnection } from './support.js';

/** Creates a tablespace on a 64 MiB file system; `fill` uses every block, `free` releases them. */
async function smallDisk(t: Test) {
  const server = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-disk-'));
  const unmount = await mountSmallDisk(folder, 'size=64m');
  t.teardown(async () => {
    await unmount();
    await rm(folder, { recursive: true });
    await server.drop();
  });
  const [row] = await server.query<{ directory: string }>(
    `select current_setting('data_directory') as directory`,
  );
  const { uid, gid } = await stat(row?.directory ?? '');
  await chown(folder, uid, gid);
  const name = `small_${randomBytes(4).toString('hex')}`;
  await server.query(`create tablespace ${name} location '${folder}'`);
  const filler = join(folder, 'filler');
  const fill = async (): Promise<void> => {
    for (const bytes of [1024 ** 2, 4096]) {
      const block = Buffer.alloc(bytes, 1);
      try {
        for (;;) await appendFile(filler, block);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  };
  const drop = () => server.query(`drop tablespace ${name}`);
  return { name, fill, free: () => rm(filler), drop };
}

t.test(
  'a full disk of the metadata database is reported as such and not as an internal error',
  async (t) => {
    const disk = await smallDisk(t);
    const api = await openTestApi({ tablespace: disk.name });
    t.teardown(async () => {
      await api.close();
      await disk.drop();
    });
    await api.admin('POST', '/api/connections', { ...sampleConnection, id: 'warehouse' });
    await api.sql.query(
      `insert into workers (id, hostname, pid, lease_expires_at)
     values ('w', 'h', 1, now() + interval '10 minutes')`,
    );
    const submit = () =>
      api.admin('POST', '/api/batches', {
        connectionId: 'warehouse',
        // Incompressible text needs new pages.
        batchText: `select '${randomBytes(100_000).toString('hex')}'`,
      });
    const checks = async (): Promise<ReadyChecks> =>
      (await api.anonymous('GET', '/api/ready')).json<{ checks: ReadyChecks }>().checks;
    t.equal((await submit()).statusCode, 200);
    t.equal((await api.anonymous('GET', '/api/ready')).statusCode, 200);
    t.match(await checks(), { database: true, databaseSpace: true });

    await disk.fill();
    const refused = await submit();
    t.equal(refused.statusCode, 507, refused.body);
    t.match(refused.json(), {
      code: 'storage_full',
      title: /disk .* full/,
      detail: /Free disk space/,
    });
    await until('readiness reports the full disk', async () => !(await checks()).databaseSpace);
    t.equal((await api.anonymous('GET', '/api/ready')).statusCode, 503);
    const health = await api.anonymous('GET', '/api/health');
    t.equal(health.statusCode, 200, 'the process is healthy');
    t.match(health.json(), { warnings: [/disk .* full/] });
    t.equal((await api.admin('GET', '/api/batches')).statusCode, 200, 'reads still work');

    await disk.free();
    await until('readiness reports free space', async () => (await checks()).databaseSpace);
    t.equal((await submit()).statusCode, 200);
    const { warnings } = (await api.anonymous('GET', '/api/health')).json<{
      warnings?: string[];
    }>();
    t.equal(warnings, undefined);
  },
);
