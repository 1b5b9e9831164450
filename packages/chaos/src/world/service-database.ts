import { randomBytes } from 'node:crypto';
import { migrate } from '@sluice/database';
import { queryOnce } from './postgres-server.js';

/** Creates an empty database; returns its URL. */
export async function createDatabase(adminUrl: string, name = newName()): Promise<string> {
  await queryOnce(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const newName = (): string => `chaos_${randomBytes(6).toString('hex')}`;

/**
 * Creates a metadata database that records every UPDATE of a final row. Its schema comes from `migrations`, a
 * folder of another version, or from this version.
 */
export async function createServiceDatabase(
  adminUrl: string,
  migrations?: string,
): Promise<string> {
  const url = await createDatabase(adminUrl);
  // The other version applies its own functions when its API starts.
  await (migrations === undefined ? migrate(url) : migrate(url, { migrations, functions: [] }));
  await queryOnce(url, watchFinalRows);
  return url;
}

/**
 * Creates a database in which statements record themselves. It has no unique key, so that a duplicate is
 * visible.
 */
export async function createTargetDatabase(adminUrl: string): Promise<string> {
  const url = await createDatabase(adminUrl);
  await queryOnce(url, 'create table effects (marker text, at timestamptz, backend_pid integer)');
  return url;
}

const watchFinalRows = `
  create table chaos_final_changes (
    table_name text, id uuid, before jsonb, after jsonb, at timestamptz default clock_timestamp());
  create function chaos_note_change() returns trigger language plpgsql as $$
  begin
    -- A migration may fill in what is new.
    if current_setting('application_name') = 'sluice-migrate' and new.status = old.status then
      return null;
    end if;
    insert into chaos_final_changes (table_name, id, before, after)
    values (tg_table_name, old.id, to_jsonb(old), to_jsonb(new));
    return null;
  end $$;
  create trigger chaos_batches after update on batches for each row
    when (old.status in ('finished', 'error', 'cancelled')) execute function chaos_note_change();
  create trigger chaos_statements after update on statements for each row
    when (old.status in ('finished', 'error', 'cancelled')) execute function chaos_note_change();`;
