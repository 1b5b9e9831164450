import type { Database } from '../../client.js';
import type { Prisma } from '../../generated/client.js';

/** One-time setup, such as the first access row, across all starts and processes. */
export interface SetupMarkRepository {
  /**
   * Runs `work` unless it ran before. The mark and the work are committed together.
   *
   * @returns whether it ran.
   */
  once(
    name: string,
    work: (transaction: Prisma.TransactionClient) => Promise<unknown>,
  ): Promise<boolean>;
}

export function createSetupMarkRepository(database: Database): SetupMarkRepository {
  return {
    once: (name, work) =>
      database.$transaction(async (transaction) => {
        const { count } = await transaction.setupMark.createMany({
          data: [{ name }],
          skipDuplicates: true,
        });
        if (count === 0) return false;
        await work(transaction);
        return true;
      }),
  };
}
