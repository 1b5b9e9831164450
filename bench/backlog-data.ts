import { createProducer, createQueueBackend } from '@sluice/jobs';
import { until, type TestService } from '@sluice/testkit';

const slice = 1_000;
/** Nothing else waits there but the one that is copied. */
const isCopy = `b.status = 'started' and b.lease_token is null and b.id <> $1::uuid`;

/** How many batches are to wait, and how many tenants they are spread over. */
export interface Backlog {
  batches: number;
  tenants: number;
}

/**
 * Has many batches wait: copies of one that the API wrote, in the tables that it writes to, and for each the job that
 * its own producer adds. A hundred thousand requests would take many minutes and leave the same. One of the tenants
 * is that of the copied batch: what it submits next comes after all of them.
 */
export async function fillBacklog(
  { database, environment }: TestService,
  templateId: string,
  { batches, tenants }: Backlog,
): Promise<void> {
  await database.query(
    `insert into batches
     select (jsonb_populate_record(b, jsonb_build_object('id', uuidv7(), 'user_id', owner, 'tenant', owner,
       'turn', b.turn + n / $3::int))).*
     from batches b, generate_series(0, $2::int - 1) n, lateral (
         select case when n % $3::int = 0 then b.tenant else 'tenant-' || n % $3::int end as owner) whose
     where b.id = $1::uuid`,
    [templateId, batches, tenants],
  );
  await database.query(
    `insert into statements
     select (jsonb_populate_record(s, jsonb_build_object('id', uuidv7(), 'batch_id', b.id))).*
     from statements s, batches b where s.batch_id = $1::uuid and ${isCopy}`,
    [templateId],
  );
  await database.query(
    `insert into audit_events (action, outcome, actor_id, actor_name, target, address, detail)
     select action, outcome, b.tenant, actor_name, 'batches/' || b.id, address, detail
     from audit_events a, batches b where a.target = 'batches/' || $1::text and ${isCopy}`,
    [templateId],
  );
  const rows = await database.query<{ id: string }>(
    `select id::text from batches b where ${isCopy} order by turn, id`,
    [templateId],
  );
  const producer = createProducer(
    createQueueBackend({
      redisUrl: environment['REDIS_URL'],
      databaseUrl: database.url,
      prefix: database.name,
    }),
    (error) => {
      throw error;
    },
  );
  try {
    // It fails at once until it is connected.
    await until('the queue answers', () =>
      producer.ping().then(
        () => true,
        () => false,
      ),
    );
    while (rows.length > 0) {
      await producer.add(
        'runBatch',
        rows.splice(0, slice).map(({ id }) => ({ id, v: 1 as const })),
      );
    }
  } finally {
    await producer.close();
  }
  // What autovacuum does within a minute of so many rows.
  await database.query('vacuum analyze');
}
