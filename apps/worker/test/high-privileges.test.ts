import { startService, targetConnection, until } from '@sluice/testkit';
import t from 'tap';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());
const { admin, target } = service;
const role = `plain_${target.name}`;
await target.query(`create role ${role} login password 'plain'`);
t.teardown(() => target.query(`drop role ${role}`));
const plainUrl = new URL(target.url);
plainUrl.username = role;
plainUrl.password = 'plain';

const test = async (address: string): Promise<unknown> =>
  admin.json('POST', '/api/test-connection', targetConnection(address));
const log = service.workerOutput;
const warned = /connection user has high privileges/g;

await t.test('a connection test warns about a database user with high privileges', async (t) => {
  t.match(await test(target.url), { warnings: [/high privileges \(superuser\)/] });
  t.strictSame(await test(plainUrl.href), {});
  await target.query(`grant pg_execute_server_program to ${role}`);
  t.match(await test(plainUrl.href), { warnings: [/\(pg_execute_server_program\)/] });
  await target.query(`revoke pg_execute_server_program from ${role}`);
});

await t.test('the log warns once, at the first batch of a connection', async (t) => {
  await admin.run(service.connectionId, 'select 1');
  await until('it is logged', () => warned.test(log()));
  await admin.run(service.connectionId, 'create table x ()');
  await admin.run(service.connectionId, 'create table y ()');
  const { id } = await admin.json<{ id: string }>(
    'POST',
    '/api/connections',
    targetConnection(plainUrl.href),
  );
  t.match(await admin.run(id, 'select 1'), { status: 'finished' });
  t.equal(log().match(warned)?.length, 1);
  t.match(log(), `"connectionId":"${service.connectionId}"`);
  t.match(log(), '"privileges":["superuser"]');
});
