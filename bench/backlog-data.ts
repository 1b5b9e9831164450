import { createProducer, createQueueBackend } from '@sluice/jobs';
import type { TestService } from '@sluice/testkit';

const slice = 1_000;

/** How many batches are to wait, and how many tenants they are spread over. */
export interface Backlog {
  batches: number;
  tenants: number;
}

/**
 * Has many batches wait: copies of one that the API wrote, in the tables that it writes to, and for each the job that
 * its own producer adds. A hundred thousand requests would take many minutes and leave the same.
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
     from batches b, generate_series(0, $2::int - 1) n, concat('tenant-', n % $3::int) owner where b.id = $1::uuid`,
    [templateId, batches, tenants],
  );
  await database.query(
    `insert into statements
     select (jsonb_populate_record(s, jsonb_build_object('id', uuidv7(), 'batch_id', b.id))).*
     from statements s, batches b where s.batch_id = $1::uuid and b.tenant like 'tenant-%'`,
    [templateId],
  );
  await database.query(
    `insert into audit_events (action, outcome, actor_id, actor_name, target, address, detail)
     select action, outcome, b.tenant, actor_name, 'batches/' || b.id, address, detail
     from audit_events a, batches b where a.target = 'batches/' || $1::text and b.tenant like 'tenant-%'`,
    [templateId],
  );
  const rows = await database.query<{ id: string }>(
    `select id::text from batches where tenant like 'tenant-%' order by turn, id`,
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
  // Fails fast until it is connected.
  await producer.ping();
  while (rows.length > 0) {
    await producer.add(
      'runBatch',
      rows.splice(0, slice).map(({ id }) => ({ id, v: 1 as const })),
    );
  }
  await producer.close();
  // What autovacuum does within a minute of so many rows.
  await database.query('vacuum analyze');
}
