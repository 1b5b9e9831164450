import type { TestDatabase } from '@sluice/testkit';

const userCount = 200;
const batchCount = 1_000_000;
const queryCount = 100_000;

/** A user whose history and queries are read. */
export const oneUser = 'bench-user-17@example.com';

/** 200 users and 20 connections; the password is the admin's. */
export async function seedPeople({ query }: TestDatabase): Promise<void> {
  await query(
    `insert into users (id, email, role, password_hash, updated_at)
     select 'bench-user-' || n || '@example.com', 'bench-user-' || n || '@example.com', 'editor',
       (select password_hash from users where role = 'admin' limit 1), now()
     from generate_series(1, $1) n
     on conflict do nothing`,
    [userCount],
  );
  await query(`insert into connections (id, name, driver, encrypted_data)
    select 'bench-' || n, 'Warehouse ' || n, 'postgres', '' from generate_series(1, 20) n`);
}

/** Thirty days of batches: 1 in 25 failed, 1 in 50 cancelled, 1 in 1,000 long. */
export async function seedBatches({ query }: TestDatabase): Promise<void> {
  await query(
    `insert into batches (id, query_id, name, connection_id, status, start_time, stop_time, batch_text,
       user_id, tenant, created_at, updated_at, row_count, incomplete)
     select gen_random_uuid(),
       case when n % 3 = 0 then 'query-' || n % 5000 end, case when n % 3 = 0 then 'Report ' || n % 5000 end,
       'bench-' || 1 + (n % 20), status, at, at + length, text, 'bench-user-' || 1 + (n * 7 % 199) || '@example.com',
       'bench-user-' || 1 + (n * 7 % 199) || '@example.com', at, at + length,
       case when status = 'finished' then (n * 7919 % 1000) * (case when n % 997 = 0 then 1000 else 1 end) end,
       status = 'finished' and n % 997 = 0
     from (
       select n, now() - (n || ' seconds')::interval * 2.5 as at,
         interval '1 millisecond' * (20 + (n * 31 % 3000) + case when n % 1000 = 0 then 60000 else 0 end) as length,
         case when n % 25 = 0 then 'error' when n % 50 = 1 then 'cancelled' else 'finished' end as status,
         'select customer_' || n % 977 || ', sum(amount) as total from sales.orders_' || n % 311
           || ' where region = ''r' || n % 97 || ''' and day >= date ''2026-01-01'' group by 1 order by 2 desc limit '
           || n % 1000 || case when n % 20011 = 0 then ' -- needle' else '' end as text
       from generate_series(1, $1::bigint) n
     ) made`,
    [batchCount],
  );
  await query('vacuum analyze batches');
}

/** Queries of all users; 1 in 10 is shared with everyone, 1 in 5 with a user. */
export async function seedQueries({ query }: TestDatabase): Promise<void> {
  await query(
    `insert into queries (id, name, connection_id, query_text, tags, owner_id, created_by, updated_by, readers,
       created_at, updated_at)
     select 'query-' || n, 'Report ' || n * 7919 % 100000, 'bench-' || 1 + (n % 22),
       'select customer_' || n % 977 || ', sum(amount) from sales.orders_' || n % 311 || ' group by 1'
         || case when n % 5000 = 0 then ' -- needle' else '' end,
       array['tag-' || n % 50, 'team-' || n % 7], owner, owner, owner,
       array[owner] || case when n % 10 = 0 then array['__EVERYONE__'] else '{}' end
         || case when n % 5 = 1 then array[other] else '{}' end,
       now() - n * interval '1 minute', now() - n * interval '1 minute'
     from (
       select n, 'bench-user-' || 1 + (n % 199) || '@example.com' as owner,
         'bench-user-' || 1 + ((n * 3 + 1) % 199) || '@example.com' as other
       from generate_series(1, $1::int) n
     ) made`,
    [queryCount],
  );
  await query(`insert into query_acl (query_id, user_id, group_id, write)
    select id, case when reader <> '__EVERYONE__' then reader end,
      case when reader = '__EVERYONE__' then reader end, false
    from queries, unnest(readers) as reader where reader <> owner_id`);
  await query('vacuum analyze queries');
  await query('vacuum analyze query_acl');
}
