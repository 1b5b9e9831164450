import type { CheckResult } from '../checker/rule.js';
import { rule } from '../checker/rule.js';
import { queryOnce } from '../world/postgres-server.js';
import type { StoredResults } from '../world/stored-results.js';

/** Queries that return a row for each violation. */
const QUERIES: [string, string, string][] = [
  [
    'F1',
    'every batch has its statements, numbered from 1 without a gap',
    `select b.id, count(s.id)::int as count, max(s.sequence) as last from batches b
       left join statements s on s.batch_id = b.id group by b.id
     having count(s.id) = 0 or count(s.id) <> max(s.sequence) or min(s.sequence) <> 1`,
  ],
  [
    'F2',
    'every batch is final',
    `select id, status from batches where status not in ('finished', 'error', 'cancelled')`,
  ],
  [
    'F3',
    'a final batch has final statements and is finished when all of them are',
    `select b.id, b.status from batches b join statements s on s.batch_id = b.id
      where b.status <> 'started' group by b.id
     having bool_or(s.status in ('queued', 'started'))
         or (b.status = 'finished') <> bool_and(s.status = 'finished')`,
  ],
  [
    'F4',
    'every statement belongs to a batch',
    `select s.id from statements s left join batches b on b.id = s.batch_id where b.id is null
     union all
     select k.batch_id from idempotency_keys k left join batches b on b.id = k.batch_id
      where b.id is null`,
  ],
  [
    'F5',
    'every access belongs to an existing connection',
    `select a.id from connection_accesses a left join connections c on c.id = a.connection_id
      where c.id is null and a.connection_id <> '__EVERY_CONNECTION__'`,
  ],
  [
    'F6',
    'every session and identity belongs to an existing user',
    `select s.user_id from sessions s left join users u on u.id = s.user_id where u.id is null
     union all
     select i.user_id from identities i left join users u on u.id = i.user_id where u.id is null`,
  ],
  [
    'F7',
    'connections and users have their required fields',
    `select id from connections where name = '' or driver = '' or length(encrypted_data) = 0
     union all
     select id from users where email !~ '^[^@]+@[^@]+$' or role not in ('admin', 'editor')`,
  ],
  [
    'F8',
    'every request to a worker is answered',
    `select id from worker_requests where status = 'waiting' and created_at < now() - interval '1 minute'`,
  ],
];

/** Checks the rows and files that the requests left. */
export async function checkInvariants(
  databaseUrl: string,
  stored: StoredResults,
): Promise<CheckResult[]> {
  const [counts] = await queryOnce<{ batches: number; statements: number }>(
    databaseUrl,
    `select (select count(*)::int from batches) as batches,
            (select count(*)::int from statements) as statements`,
  );
  const checks: CheckResult[] = [];
  for (const [name, text, sql] of QUERIES) {
    const found = await queryOnce<Record<string, unknown>>(databaseUrl, sql);
    const violations = found.map((row) => JSON.stringify(row));
    checks.push({ name, rule: text, looked: counts?.batches ?? 0, violations });
  }
  const results = await queryOnce<{ path: string; bytes: string }>(
    databaseUrl,
    `select results_path as path, bytes::text from statements where results_path is not null`,
  );
  const sizes = new Map((await stored.files()).map((file) => [file.path, file.bytes]));
  const files = rule('F9', 'every result has its complete file', results, ({ path, bytes }) => {
    const size = String(sizes.get(path) ?? null);
    return size === bytes ? null : `${path} has ${size} bytes instead of ${bytes}`;
  });
  return [...checks, files];
}
