import { z } from 'zod';
import { channels } from '../../channels.js';
import type { Database } from '../../client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { anyRow } from '../../rows.js';
import { heldBatch, type Claim } from './claims.js';

/** Data with which another worker adopts a running statement. */
export interface NewHandover {
  statementId: string;
  executionId: string;
  /** Encrypted. */
  session: Uint8Array<ArrayBuffer>;
}

const adoption = z.object({
  adoptions: z.int(),
  startTime: z.date(),
  runningMs: z.number(),
});

/**
 * A running statement that was adopted: the number of its adoptions, this one included, its start time, and the
 * milliseconds since then by the database's clock.
 */
export type Adoption = z.infer<typeof adoption>;

/** See `ExecutionRepository.handOver`. */
export async function handOver(
  database: Database,
  claim: Claim,
  { statementId, executionId, session }: NewHandover,
): Promise<boolean> {
  const rows = await queryRows(
    database,
    anyRow,
    sqlQuery('handOverStatement', {
      held: heldBatch(claim),
      statementId,
      executionId,
      session,
      channel: channels.batchChanged,
    }),
  );
  return rows.length === 1;
}

/** See `ExecutionRepository.adoptStatement`. */
export async function adoptStatement(
  database: Database,
  claim: Claim,
  statementId: string,
): Promise<Adoption | null> {
  const query = sqlQuery('adoptStatement', { held: heldBatch(claim), statementId });
  return (await queryRow(database, adoption, query)) ?? null;
}
