import type { BatchWithStatements, StatementOfBatch } from '@sluice/database';

/** Statements of batches that this process has just seen end. */
export interface EndedStatements {
  /** Returns the statement and removes it. */
  take(id: string): StatementOfBatch | undefined;
  /** Caches the statements of a final batch. */
  remember(batch: BatchWithStatements): void;
}

const MAX_AGE_MS = 1_000;
/** A row can contain the descriptions of 1,600 columns. */
const MAX_ENTRIES = 200;

/**
 * Caches the statements of ended batches: a client that waited for a batch reads its rows next, and
 * the cached row tells where they are. An ended statement changes only when its rows are deleted,
 * so each entry is used once.
 */
export function createEndedStatements(
  now: () => number = () => performance.now(),
): EndedStatements {
  const entries = new Map<string, { statement: StatementOfBatch; readAtMs: number }>();
  return {
    take: (id) => {
      const known = entries.get(id);
      entries.delete(id);
      return known !== undefined && now() - known.readAtMs < MAX_AGE_MS
        ? known.statement
        : undefined;
    },
    remember: ({
      statements,
      userId,
      accessUserId,
      connectionId,
      name: batchName,
      createdAt: batchCreatedAt,
    }) => {
      if (statements.length > MAX_ENTRIES) return;
      if (entries.size + statements.length > MAX_ENTRIES) entries.clear();
      const readAtMs = now();
      for (const statement of statements) {
        const owned = {
          ...statement,
          userId,
          accessUserId,
          connectionId,
          batchName,
          batchCreatedAt,
        };
        entries.set(statement.id, { statement: owned, readAtMs });
      }
    },
  };
}
