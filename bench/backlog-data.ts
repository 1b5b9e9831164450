import { createProducer, createQueueBackend } from '@sluice/jobs';
import { until, type TestService } from '@sluice/testkit';

const slice = 1_000;
/** Besides the copies, only the original batch waits there. */
const isCopy = `b.status = 'started' and b.lease_token is null and b.id <> $1::uuid`;

/** The number of waiting batches and of their tenants. */
export interface Backlog {
  batches: number;
  tenants: number;
}

/**
 * Makes many batches wait: copies of one that the API wrote, in the same tables, and for each the job that
 * its own producer adds. 100,000 requests would take many minutes and give the same state. One of the tenants
 * is that of the copied batch, so that its next submission follows all of them.
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
  // Autovacuum does the same within a minute after so many rows.
  await database.query('vacuum analyze');
}
