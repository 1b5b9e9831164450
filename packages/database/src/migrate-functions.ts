import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A database function: its name and its `create or replace function` statement. */
export interface FunctionDefinition {
  name: string;
  sql: string;
}

/**
 * Applies the functions whose definition differs from the recorded checksum, all in one transaction. The
 * caller holds the migration lock and has applied every versioned migration.
 *
 * The caller must not apply functions when the database has migrations that this version does not know: a newer
 * version runs there, and its functions need its columns. Between versions with the same migrations the last
 * one to start wins, so that a rollback of the service also rolls back its functions. Each definition keeps
 * the signature of the one before, because processes of the other version call it too.
 *
 * @returns the names of the applied functions.
 * @throws when a definition fails; all of them are rolled back.
 */
export async function applyFunctions(
  client: pg.Client,
  definitions: readonly FunctionDefinition[],
): Promise<string[]> {
  if (definitions.length === 0) return [];
  await client.query(`create table if not exists _sluice_functions (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from _sluice_functions',
  );
  const recorded = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = definitions.filter(({ name, sql }) => recorded.get(name) !== checksumOf(sql));
  if (changed.length === 0) return [];
  await client.query('begin');
  try {
    for (const definition of changed) await apply(client, definition);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return changed.map(({ name }) => name);
}

async function apply(client: pg.Client, { name, sql }: FunctionDefinition): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`Function ${name} failed: ${String(error)}`, { cause: error });
  }
  await client.query(
    `insert into _sluice_functions (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksumOf(sql)],
  );
}

const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');
