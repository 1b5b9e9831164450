import { nothingPlanned, type Existing, type Planned } from './plan.js';
import {
  CannotMap,
  mapConnection,
  type MappedConnection,
  type MappingOptions,
} from './sqlpad/connection.js';
import type { SourceRows } from './sqlpad/rows.js';

/** A connection to write; `data` is unencrypted until it is stored. */
export interface PlannedConnection extends Omit<MappedConnection, 'notes'> {
  id: string;
  name: string;
  description: string;
  multiStatementTransactionEnabled: boolean;
  idleTimeoutSeconds: number | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** Plans connections, decrypted and mapped to the drivers of this service. */
export async function planConnections(
  source: SourceRows,
  existing: Existing,
  options: MappingOptions,
): Promise<Planned<PlannedConnection>> {
  const plan = nothingPlanned<PlannedConnection>();
  const ids = new Set(existing.connections.map(({ id }) => id));
  for (const row of source.connections) {
    const subject = `connection ${row.name} (${row.id})`;
    if (ids.has(row.id)) {
      plan.present += 1;
      continue;
    }
    try {
      const { notes, ...mapped } = await mapConnection(row, options);
      plan.notes.push(...notes.map((reason) => ({ subject, reason })));
      plan.rows.push({
        ...mapped,
        id: row.id,
        name: row.name,
        description: row.description ?? '',
        multiStatementTransactionEnabled: row.multi_statement_transaction_enabled ?? true,
        idleTimeoutSeconds: row.idle_timeout_seconds ?? undefined,
        createdAt: row.created_at,
        updatedAt: row.updated_at ?? row.created_at,
      });
    } catch (error) {
      if (!(error instanceof CannotMap)) throw error;
      plan.leftOut.push({ subject, reason: error.message });
    }
  }
  return plan;
}
