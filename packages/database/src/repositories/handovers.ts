import type { Database } from '../client.js';
import { channels } from '../channels.js';
import { heldBatch, type Claim } from './claims.js';

/** What another worker needs to go on with a running statement. */
export interface NewHandover {
  statementId: string;
  executionId: string;
  /** Encrypted. */
  session: Uint8Array<ArrayBuffer>;
}

/** A running statement that was taken over. */
export interface Adoption {
  /** How many have taken it over, this time included. */
  adoptions: number;
  startTime: Date;
  /** Since its start, by the database's clock. */
  runningMs: number;
}

/** See {@link ExecutionRepository.handOver}. */
export async function handOver(
  database: Database,
  claim: Claim,
  { statementId, executionId, session }: NewHandover,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    with held as (${heldBatch(claim)}), told as (
      update statements set execution_id = ${executionId}, updated_at = now()
      from held
      where statements.id = ${statementId}::uuid and batch_id = held.id and status = 'started'
      returning statements.id, batch_id
    ), kept as (
      insert into handovers (batch_id, statement_id, session)
      select batch_id, id, ${session} from told
      on conflict (batch_id) do update
      set statement_id = excluded.statement_id, session = excluded.session,
        losses = case when handovers.statement_id = excluded.statement_id then handovers.losses else 0 end
    ), changed as (
      update batches set version = version + 1, updated_at = now()
      from told where batches.id = told.batch_id
      returning batches.id
    )
    select pg_notify(${channels.batchChanged}, id::text)::text from changed`;
  return rows.length === 1;
}

/** See {@link ExecutionRepository.adoptStatement}. */
export async function adoptStatement(
  database: Database,
  claim: Claim,
  statementId: string,
): Promise<Adoption | null> {
  const [adopted] = await database.$queryRaw<Adoption[]>`
    with held as (${heldBatch(claim)}), handed_over as (
      select held.id from held join handovers on batch_id = held.id
      where statement_id = ${statementId}::uuid
    )
    update statements set adoptions = adoptions + 1, updated_at = now()
    from handed_over
    where statements.id = ${statementId}::uuid and batch_id = handed_over.id and status = 'started'
    returning adoptions, start_time as "startTime",
      extract(epoch from clock_timestamp() - start_time)::float8 * 1000 as "runningMs"`;
  return adopted ?? null;
}
