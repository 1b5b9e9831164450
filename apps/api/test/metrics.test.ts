import { openApiTelemetry } from '@sluice/api';
import { createQueueStateRepository, newId, openDatabase } from '@sluice/database';
import { loadApiConfig } from '@sluice/config';
import { createServiceDatabase } from '@sluice/testkit';
import { pino } from 'pino';
import t from 'tap';
import { openTestApi } from './support.js';

/** Returns settings to open the telemetry of an API that does not listen. */
const settingsFor = (databaseUrl: string, more: Record<string, string> = {}) =>
  loadApiConfig({
    ...more,
    DATABASE_URL: databaseUrl,
    SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
    SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
  }).settings;

async function openOwnDatabase() {
  const sql = await createServiceDatabase();
  const database = openDatabase({ databaseUrl: sql.url, poolSize: 2, applicationName: 'test' });
  return { sql, database };
}

t.test('only admins can read GET /metrics', async (t) => {
  const { sql, database } = await openOwnDatabase();
  const telemetry = await openApiTelemetry(
    settingsFor(sql.url),
    database,
    pino({ level: 'silent' }),
  );
  const api = await openTestApi({
    settings: { SERVICE_BASE_URL: '/sub' },
    dependencies: { telemetry },
  });
  t.teardown(async () => {
    await api.close();
    await telemetry.close();
    await database.$disconnect();
    await sql.drop();
  });
  t.equal((await api.anonymous('GET', '/sub/metrics')).statusCode, 401);
  t.equal((await api.editor('GET', '/sub/metrics')).statusCode, 403);
  t.equal(
    (await api.admin('GET', '/metrics')).statusCode,
    404,
    'no metrics outside of the path prefix',
  );
  const response = await api.admin('GET', '/sub/metrics');
  t.equal(response.statusCode, 200);
  t.match(response.headers['content-type'], /^text\/plain; version=0\.0\.4/);
  t.match(response.body, /^sluice_database_up 1$/m);
  t.match(response.body, /route="\/sub\/metrics",status="401"/);
});

t.test(
  'a scrape succeeds while the database is unavailable and shows no stale values',
  async (t) => {
    const { sql, database } = await openOwnDatabase();
    const telemetry = await openApiTelemetry(
      settingsFor(sql.url),
      database,
      pino({ level: 'silent' }),
    );
    t.teardown(async () => {
      await telemetry.close();
      await database.$disconnect();
    });
    t.match(await telemetry.metrics.text(), /^sluice_batches\{state="waiting"\} 0$/m);
    await sql.drop();
    let text = '';
    while (!/^sluice_database_up 0$/m.test(text)) text = await telemetry.metrics.text();
    t.notMatch(text, /^sluice_batches\{/m);
    t.notMatch(text, /^sluice_workers_alive /m);
    t.match(text, /^process_cpu_seconds_total /m);
  },
);

t.test('the oldest queue ages are reported by tenant, the others together', async (t) => {
  const { sql, database } = await openOwnDatabase();
  t.teardown(async () => {
    await database.$disconnect();
    await sql.drop();
  });
  for (let tenant = 1; tenant <= 7; tenant++) {
    for (const extraSeconds of [0, 1]) {
      await sql.query(
        `insert into batches (id, connection_id, status, batch_text, user_id, tenant, created_at)
         values ($1, 'c', 'started', 'select 1', 'u', $2, now() - $3 * interval '1 second')`,
        [newId(), `tenant-${tenant}`, tenant * 100 - extraSeconds],
      );
    }
  }
  await sql.query(
    `insert into batches
       (id, connection_id, status, batch_text, user_id, tenant, worker_id, lease_token)
     values ($1, 'c', 'started', 'select 1', 'u', 'tenant-8', 'w', $1)`,
    [newId()],
  );
  const state = await createQueueStateRepository(database).read(3, 100);
  t.match(state, { waiting: 14, running: 1, workers: 0 });
  t.same(
    state.oldest.map(({ tenant, ageSeconds }) => [tenant, Math.floor(ageSeconds / 100)]),
    [
      ['tenant-7', 7],
      ['tenant-6', 6],
      ['tenant-5', 5],
    ],
  );
  t.equal(Math.floor((state.otherAgeSeconds ?? 0) / 100), 4);
});

t.test('tenant names are in the metrics only if the setting allows it', async (t) => {
  const { sql, database } = await openOwnDatabase();
  t.teardown(async () => {
    await database.$disconnect();
    await sql.drop();
  });
  await sql.query(
    `insert into batches (id, connection_id, status, batch_text, user_id, tenant, created_at)
     values ($1, 'c', 'started', 'select 1', 'u', 'Customer Ltd', now() - interval '1 minute')`,
    [newId()],
  );
  for (const [enabled, tenant] of Object.entries({ false: 'other', true: 'Customer Ltd' })) {
    const telemetry = await openApiTelemetry(
      settingsFor(sql.url, { SERVICE_METRICS_TENANTS: enabled }),
      database,
      pino({ level: 'silent' }),
    );
    const ages = (await telemetry.metrics.text()).match(/^sluice_queue_age_seconds\{.*/gm) ?? [];
    await telemetry.close();
    t.equal(ages.length, 1, 'the age is reported either way');
    t.match(ages[0], new RegExp(`^sluice_queue_age_seconds\\{tenant="${tenant}"\\} 6\\d`));
  }
});
