import { startProcess, startService, targetConnection, type TestService } from '@sluice/testkit';
import t from 'tap';
import { seedFolder } from './seed-folder.js';

const prefix = 'SERVICE_CONNECTIONS__';

/** Returns the error lines of an API that fails to start with exit code 1. */
async function startErrors(
  service: TestService,
  settings: Record<string, string>,
): Promise<string[]> {
  const start = startProcess('api', { ...service.environment, ...settings });
  const error = await start.then(
    (process) => {
      process.kill('SIGKILL');
      throw new Error('The API started');
    },
    (failure: unknown) => failure as Error,
  );
  const [first = '', ...lines] = error.message.trim().split('\n');
  if (!first.includes('ended with 1 ')) throw error;
  return lines.filter((line) => !line.startsWith('{'));
}

t.test(
  'an API starts with configured connections and seed data, or reports what is invalid',
  async (t) => {
    const service = await startService({ queue: 'postgres', workersInProcess: true });
    t.teardown(() => service.stop());
    const { admin, target } = service;
    const connection = targetConnection(target.url);
    const fields = { driver: 'postgres', ...(connection['data'] as Record<string, string>) };
    const variables = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [`${prefix}given__${field}`, value]),
    );

    t.test('workers run batches on configured and seeded connections', async (t) => {
      const folder = await seedFolder(t, {
        'connections/one.json': JSON.stringify({ id: 'seeded', ...connection }),
      });
      await service.startApi({ ...variables, SERVICE_SEED_DATA_PATH: folder });
      for (const id of ['given', 'seeded']) {
        t.equal((await admin.run(id, 'select 1')).status, 'finished', id);
      }
    });

    t.test(
      'invalid connections are reported by variable together with invalid settings',
      async (t) => {
        const lines = await startErrors(service, {
          ...variables,
          SERVICE_PORT: 'eighty',
          [`${prefix}a__driver`]: 'postgres',
          [`${prefix}a__hots`]: 'db.example.com',
          [`${prefix}a__postgresSsl`]: 'true',
          [`${prefix}a__username`]: 'reader',
          [`${prefix}a__user`]: 'writer',
          [`${prefix}a__tls`]: 'on',
          [`${prefix}a__maxRows`]: 'many',
          [`${prefix}a__readOnly`]: 'yes',
          [`${prefix}a__name`]: 'One',
          [`${prefix}a__NAME`]: 'Two',
          [`${prefix}b__driver`]: 'oracle',
          [`${prefix}b__host`]: 'db.example.com',
          [`${prefix}c__host`]: 'db.example.com',
          [`${prefix}no good__driver`]: 'sqlite',
          [`${prefix}no good__file`]: 'a.db',
        });
        for (const expected of [
          /^SERVICE_PORT must be a whole number/,
          /^SERVICE_CONNECTIONS__a__hots is unknown; did you mean host\?/,
          /^SERVICE_CONNECTIONS__a__postgresSsl is unknown; did you mean ssl\?/,
          /^SERVICE_CONNECTIONS__a__user differs from username/,
          /^SERVICE_CONNECTIONS__a__tls must be of type boolean/,
          /^SERVICE_CONNECTIONS__a__host is required/,
          /^SERVICE_CONNECTIONS__a__maxRows .*number/,
          /^SERVICE_CONNECTIONS__a__readOnly .*boolean/,
          /^SERVICE_CONNECTIONS__a__NAME sets the same field as SERVICE_CONNECTIONS__a__name/,
          /^SERVICE_CONNECTIONS__b__driver is unknown\. Known drivers: postgres, /,
          /^SERVICE_CONNECTIONS__c__driver /,
          /^SERVICE_CONNECTIONS__no good__id may contain only letters/,
        ]) {
          t.equal(lines.filter((line) => expected.test(line)).length, 1, String(expected));
        }
        t.notMatch(lines.join('\n'), /__given__|b__host|c__host/, 'valid variables are not named');
      },
    );

    t.test('invalid seed data is reported by file', async (t) => {
      const folder = await seedFolder(t, { 'connections/broken.json': '{' });
      const lines = await startErrors(service, { SERVICE_SEED_DATA_PATH: folder });
      t.match(lines, [/^Invalid configuration:/, /^connections\/broken\.json: /]);
    });
  },
);
