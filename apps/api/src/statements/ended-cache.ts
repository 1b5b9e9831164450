import type { BatchWithStatements, StatementOfBatch } from '@sluice/database';

/** Statements of batches that this process has just seen to have ended. */
export interface EndedStatements {
  /** The statement, once. */
  take(id: string): StatementOfBatch | undefined;
  /** Remembers the statements of a batch that is final. */
  saw(batch: BatchWithStatements): void;
}

const maxAgeMs = 1_000;
/** A row can hold the descriptions of 1,600 columns. */
const maxEntries = 200;

/**
 * Who has waited for a batch asks for its rows next: where they lie is known from the answer before.
 * What has ended changes no more, but for the end of its rows, so each is only used once.
 */
export function createEndedStatements(
  now: () => number = () => performance.now(),
): EndedStatements {
  const entries = new Map<string, { statement: StatementOfBatch; readAtMs: number }>();
  return {
    take: (id) => {
      const known = entries.get(id);
      entries.delete(id);
      return known !== undefined && now() - known.readAtMs < maxAgeMs ? known.statement : undefined;
    },
    saw: ({ statements, userId, connectionId, name: batchName, createdAt: batchCreatedAt }) => {
      if (statements.length > maxEntries) return;
      if (entries.size + statements.length > maxEntries) entries.clear();
      const readAtMs = now();
      for (const statement of statements) {
        const owned = { ...statement, userId, connectionId, batchName, batchCreatedAt };
        entries.set(statement.id, { statement: owned, readAtMs });
      }
    },
  };
}
