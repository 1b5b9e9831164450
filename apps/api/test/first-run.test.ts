import { createFirstRunData, updateSampleConnection, prepareService } from '@sluice/api';
import { loadApiConfig } from '@sluice/config';
import { createCipher, openDatabase } from '@sluice/database';
import { createServiceDatabase } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { testHasher } from './support.js';

const passphrase = 'a passphrase that is long enough to be one';
const sample = {
  host: '127.0.0.1',
  port: 5433,
  database: 'sample',
  username: 'sample_reader',
  password: 'sample password',
};
const admin = { email: 'Admin@Sluice.local', password: 'created at the first start' };

const open = async (t: Test) => {
  const sql = await createServiceDatabase();
  const database = openDatabase({ databaseUrl: sql.url, poolSize: 2, applicationName: 'test' });
  t.teardown(async () => {
    await database.$disconnect();
    await sql.drop();
  });
  const stored = async () => {
    const row = await database.connection.findUnique({ where: { id: 'sample' } });
    return row === null
      ? null
      : (createCipher(passphrase).decrypt(row.encryptedData, 'connections/sample') as object);
  };
  const { settings } = loadApiConfig({
    DATABASE_URL: sql.url,
    SERVICE_PASSPHRASE: passphrase,
    SERVICE_COOKIE_SECRET: 'a cookie secret that is long enough too',
  });
  return { sql, database, stored, settings, data: { databaseUrl: sql.url, passphrase, sample } };
};

t.test('the first start creates an admin and the sample connection once', async (t) => {
  const { sql, database, data, stored } = await open(t);
  await createFirstRunData({ ...data, admin });
  await createFirstRunData({ ...data, admin: { ...admin, password: 'another' } });
  const users = await database.user.findMany();
  t.match(users, [{ email: 'admin@sluice.local', role: 'admin', disabled: false }]);
  t.match(users[0]!.passwordHash, /^\$scrypt\$ln=17,r=8,p=1\$/, 'at full strength');
  t.ok(await testHasher.verify(admin.password, users[0]!.passwordHash));
  const connection = await database.connection.findUnique({ where: { id: 'sample' } });
  t.match(connection, { name: 'Sample', driver: 'postgres', readOnly: true });
  t.same(await stored(), { ...sample, port: '5433' });
  await sql.query('delete from connections');
  await createFirstRunData(data);
  t.equal(await stored(), null, 'a deleted sample connection is not created again');
});

t.test('the sample connection is updated with its server unless it was changed', async (t) => {
  const { sql, data, stored } = await open(t);
  await updateSampleConnection(data);
  t.equal(await stored(), null, 'no connection exists');
  await createFirstRunData(data);
  const moved = { ...sample, port: 6000, password: 'new password' };
  await updateSampleConnection({ ...data, sample: moved });
  t.same(await stored(), { ...moved, port: '6000' });
  const version = async () => (await sql.query('select version from connections'))[0];
  const before = await version();
  await updateSampleConnection({ ...data, sample: moved });
  t.same(await version(), before, 'an unchanged connection is not written');
  await updateSampleConnection({ ...data, sample: { ...sample, database: 'other' } });
  t.match(await stored(), { database: 'sample', port: '6000' });
});

t.test('SERVICE_ADMIN is created, promoted and given the configured password', async (t) => {
  const { sql, database, settings } = await open(t);
  await sql.query(
    `insert into users (id, email, role, disabled) values ('u', 'boss@example.com', 'editor', true)`,
  );
  await sql.query(
    `insert into sessions (id_hash, user_id, data, expires_at)
     values ('h', 'u', '{}', now() + interval '1 hour')`,
  );
  const prepare = (SERVICE_ADMIN_PASSWORD?: string) =>
    prepareService({
      settings: { ...settings, SERVICE_ADMIN: 'Boss@example.com', SERVICE_ADMIN_PASSWORD },
      database,
      passwords: testHasher,
    });
  const user = () => database.user.findUniqueOrThrow({ where: { id: 'u' } });
  await prepare();
  t.match(await user(), { role: 'admin', disabled: false, passwordHash: null });
  t.equal(await database.session.count(), 1);
  await prepare('first password');
  const { passwordHash } = await user();
  t.ok(await testHasher.verify('first password', passwordHash));
  t.equal(await database.session.count(), 0, 'a new password ends all sessions');
  await prepare('first password');
  t.equal((await user()).passwordHash, passwordHash, 'an unchanged password is not hashed again');
  await Promise.all([prepare('second'), prepare('second'), prepare('second')]);
  t.ok(await testHasher.verify('second', (await user()).passwordHash));
  t.equal(await database.user.count(), 1);
});

t.test('access for everyone is granted once, if enabled', async (t) => {
  const { database, settings } = await open(t);
  const prepare = (allow: boolean) =>
    prepareService({
      settings: { ...settings, SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: allow },
      database,
      passwords: testHasher,
    });
  await prepare(false);
  t.equal(await database.connectionAccess.count(), 0);
  await Promise.all([prepare(true), prepare(true), prepare(true)]);
  const rows = await database.connectionAccess.findMany();
  t.match(rows, [{ connectionId: '__EVERY_CONNECTION__', userId: '__EVERYONE__', duration: 0 }]);
  t.equal(rows.length, 1);
  await database.connectionAccess.deleteMany();
  await prepare(true);
  t.equal(
    await database.connectionAccess.count(),
    0,
    'access that an admin deleted is not granted again',
  );
});
