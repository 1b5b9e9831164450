import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery } from '../../query.js';

/** Limits on failed sign-ins. */
export interface FailureLimits {
  /** Failures of one account from one network within {@link windowSeconds}. */
  perAccountAndNetwork: number;
  /** Failures of all accounts from one network within {@link windowSeconds}. */
  perNetwork: number;
  /** Failures of one account within an hour from all networks that it has never signed in from. */
  perAccount: number;
  windowSeconds: number;
}

/** Failed sign-ins, counted across all API processes by the database's clock. */
export interface SignInFailureRepository {
  /**
   * Counts an attempt as failed before it is checked, so that parallel guesses cannot exceed a limit.
   *
   * @returns null, or the seconds to wait when a limit is reached.
   */
  begin(account: string, network: string, limits: FailureLimits): Promise<number | null>;
  /** Marks the network as known to the account for 30 days and resets its counts. */
  succeeded(account: string, network: string): Promise<void>;
  /** Uncounts an attempt that could not be checked. */
  abandoned(account: string, network: string): Promise<void>;
}

/** Stands for all accounts or all networks. */
const all = '*';

const countedRow = z.object({
  account: z.string(),
  network: z.string(),
  failures: z.int(),
  secondsLeft: z.int(),
  /** The account has signed in from this network. */
  isKnown: z.boolean(),
});

export function createSignInFailureRepository(database: Database): SignInFailureRepository {
  return {
    begin: (account, network, limits) => begin(database, hashOf(account), network, limits),
    succeeded: async (account, network) => {
      const hash = hashOf(account);
      await database.$executeRaw`
        with locked as (
          ${lockedInOrder(Prisma.sql`account_hash = ${hash} and network in (${network}, ${all})`)})
        update sign_in_failures f
        set failures = 0, ends_at = now(),
          known_until = case when f.network = ${network} then now() + interval '30 days'
            else f.known_until end
        from locked where f.account_hash = locked.account_hash and f.network = locked.network`;
      await uncount(database, Prisma.sql`account_hash = ${all} and network = ${network}`);
    },
    abandoned: async (account, network) => {
      const pairs = [
        [hashOf(account), network],
        [hashOf(account), all],
        [all, network],
      ].map(([hash, from]) => Prisma.sql`(${hash}, ${from})`);
      await uncount(database, Prisma.sql`(account_hash, network) in (${Prisma.join(pairs)})`);
    },
  };
}

/** See {@link SignInFailureRepository.begin}. */
async function begin(
  database: Database,
  hash: string,
  network: string,
  { perAccountAndNetwork, perNetwork, perAccount, windowSeconds }: FailureLimits,
): Promise<number | null> {
  const counted = await queryRows(
    database,
    countedRow,
    sqlQuery('beginSignIn', {
      all,
      hash,
      network,
      perNetwork,
      perAccountAndNetwork,
      windowSeconds,
      countOne,
    }),
  );
  const isKnown = counted.some((row) => row.account === hash && row.isKnown);
  const limitOf = (row: z.infer<typeof countedRow>): number => {
    if (row.account === all) return perNetwork;
    if (row.network !== all) return perAccountAndNetwork;
    return isKnown ? Number.POSITIVE_INFINITY : perAccount;
  };
  const full = counted.filter((row) => row.failures > limitOf(row));
  return full.length === 0 ? null : Math.max(1, ...full.map((row) => row.secondsLeft));
}

/** SQL that adds a failure to the window, or starts a new window after the old one has ended. */
const countOne = Prisma.sql`
  on conflict (account_hash, network) do update set
    failures = case when f.ends_at <= now() then 1 else f.failures + 1 end,
    ends_at = case when f.ends_at <= now() then excluded.ends_at else f.ends_at end`;

const uncount = (database: Database, which: Prisma.Sql) =>
  database.$executeRaw`
    with locked as (${lockedInOrder(which)})
    update sign_in_failures f set failures = greatest(f.failures - 1, 0)
    from locked where f.account_hash = locked.account_hash and f.network = locked.network`;

/** Locks rows in the order in which {@link begin} writes them. Two sign-ins could deadlock otherwise. */
const lockedInOrder = (which: Prisma.Sql) => Prisma.sql`
  select account_hash, network from sign_in_failures where ${which}
  order by account_hash = ${all} desc, network = ${all}
  for update`;

const hashOf = (account: string): string => createHash('sha256').update(account).digest('hex');
