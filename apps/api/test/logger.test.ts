import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { createLogger } from '@sluice/api';
import { createUserRepository, migrate, openDatabase } from '@sluice/database';
import { DriverError } from '@sluice/driver-kit';
import { AppError } from '@sluice/errors';
import { createServiceDatabase } from '@sluice/testkit';
import t from 'tap';

interface Line {
  err: { type: string; message: string; code?: string; frames: string[]; cause?: Line['err'] };
}

/** Logs an error and returns the line as text and parsed. */
function logged(error: unknown): { text: string; err: Line['err'] } {
  const sink = new PassThrough();
  createLogger('trace', sink).error({ err: error }, 'failed');
  const text = String(sink.read());
  return { text, err: (JSON.parse(text) as Line).err };
}

const thrown = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('The call did not fail');
};

t.test('database errors are logged with their code and without quoted values', async (t) => {
  const service = await createServiceDatabase();
  const database = openDatabase({
    databaseUrl: service.url,
    poolSize: 1,
    applicationName: 'test',
  });
  t.teardown(async () => {
    await database.$disconnect();
    await service.drop();
  });
  await createUserRepository(database).create({
    email: 'canary@example.com',
    role: 'editor',
    passwordHash: null,
  });
  const errors: [string, () => Promise<unknown>, string][] = [
    ['a raw query', () => database.$queryRaw`select ${'canary'}::uuid`, '22P02'],
    ['raw SQL', () => database.$executeRawUnsafe("select 'canary'::int"), '22P02'],
    [
      'a unique key',
      () =>
        database.user.create({ data: { id: 'x', email: 'canary@example.com', role: 'editor' } }),
      'P2002',
    ],
    [
      'an argument of the wrong type',
      () =>
        database.user.create({
          data: { id: 'x', email: { canary: 1 } as never, role: 'editor' },
        }),
      'malformed query',
    ],
    ['pg', () => service.query('select $1::int', ['canary']), '22P02'],
    ['pg, raised', () => service.query(`do $$ begin raise 'canary'; end $$`), 'P0001'],
  ];
  for (const [name, work, code] of errors) {
    const { text } = logged(await thrown(work));
    t.notMatch(text, /canary/, name);
    t.match(text, code, name);
  }
});

t.test('connection error messages are logged', async (t) => {
  const service = await createServiceDatabase();
  await service.drop();
  const error = await thrown(() => migrate(service.url));
  t.match(logged(error).err, { code: '3D000', message: /does not exist/ });
  const refused = await thrown(() => once(connect(9, '127.0.0.1'), 'connect'));
  t.match(logged(refused).err, { code: 'ECONNREFUSED', message: /ECONNREFUSED/ });
});

t.test('extra properties of an error are not logged, its causes are', (t) => {
  const inner = Object.assign(new DriverError('sql', 'failed', 'canary', { sqlState: '22P02' }), {
    query: 'canary',
  });
  const outer = new AppError('storage', 500, 'The disk is full', {
    detail: 'canary',
    cause: inner,
  });
  const { text, err } = logged(outer);
  t.notMatch(text, /canary/);
  t.match(err, {
    type: 'AppError',
    code: 'storage',
    message: 'The disk is full',
    cause: { type: 'DriverError', code: '22P02' },
  });
  t.ok(err.frames.length > 0);
  t.end();
});

t.test('a message that looks like stack frames adds none', (t) => {
  const error = new DriverError('sql', 'failed', 'x\n    at canary (canary.ts:1:1)');
  t.notMatch(logged(error).text, /canary/);
  t.end();
});

t.test('thrown values that are not errors are not logged', (t) => {
  t.notMatch(logged('canary').text, /canary/);
  t.notMatch(logged({ message: 'canary' }).text, /canary/);
  t.end();
});
