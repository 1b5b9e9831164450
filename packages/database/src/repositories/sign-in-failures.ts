import { createHash } from 'node:crypto';
import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';

/** How often sign-ins may fail. */
export interface FailureLimits {
  /** Of one account from one network, within {@link windowSeconds}. */
  perAccountAndNetwork: number;
  /** Of all accounts from one network, within {@link windowSeconds}. */
  perNetwork: number;
  /** Of one account from all networks that it has never signed in from, within an hour. */
  perAccount: number;
  windowSeconds: number;
}

/** Failed sign-ins, counted for all API processes by the database's clock. */
export interface SignInFailureRepository {
  /**
   * Counts an attempt as failed until more is known, so that parallel guesses cannot outrun a limit.
   *
   * @returns null, or the seconds to wait when a limit is reached.
   */
  begin(account: string, network: string, limits: FailureLimits): Promise<number | null>;
  /** The account is known on this network for a month, and its counts begin anew. */
  succeeded(account: string, network: string): Promise<void>;
  /** The attempt could not be checked: as if it had not been. */
  abandoned(account: string, network: string): Promise<void>;
}

const all = '*';

interface Counted {
  account: string;
  network: string;
  failures: number;
  secondsLeft: number;
  known: boolean;
}

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
      await less(database, Prisma.sql`account_hash = ${all} and network = ${network}`);
    },
    abandoned: async (account, network) => {
      const pairs = [
        [hashOf(account), network],
        [hashOf(account), all],
        [all, network],
      ].map(([hash, from]) => Prisma.sql`(${hash}, ${from})`);
      await less(database, Prisma.sql`(account_hash, network) in (${Prisma.join(pairs)})`);
    },
  };
}

/** One row for the network first: what it fills holds back the rows of made-up accounts. */
async function begin(
  database: Database,
  hash: string,
  network: string,
  { perAccountAndNetwork, perNetwork, perAccount, windowSeconds }: FailureLimits,
): Promise<number | null> {
  const counted = await database.$queryRaw<Counted[]>`
    with source as (
      insert into sign_in_failures as f (account_hash, network, failures, ends_at)
      values (${all}, ${network}, 1, now() + ${windowSeconds} * interval '1 second')
      ${oneMore}
      returning f.*
    ), account as (
      insert into sign_in_failures as f (account_hash, network, failures, ends_at)
      select ${hash}, ${network}, 1, now() + ${windowSeconds} * interval '1 second'
      from source where source.failures <= ${perNetwork}
      ${oneMore}
      returning f.*
    ), everywhere as (
      -- What is refused already counts no further: one network alone must not fill this.
      insert into sign_in_failures as f (account_hash, network, failures, ends_at)
      select ${hash}, ${all}, 1, now() + interval '1 hour'
      from account where account.failures <= ${perAccountAndNetwork}
      ${oneMore}
      returning f.*
    )
    select account_hash as account, network, failures, coalesce(known_until > now(), false) as known,
      -- Another process may have set ends_at after this transaction began: now() would give a second too many.
      ceil(extract(epoch from ends_at - clock_timestamp()))::int as "secondsLeft"
    from (
      select * from source union all select * from account union all select * from everywhere) f`;
  const isKnown = counted.some((row) => row.account === hash && row.known);
  const limitOf = (row: Counted): number => {
    if (row.account === all) return perNetwork;
    if (row.network !== all) return perAccountAndNetwork;
    return isKnown ? Number.POSITIVE_INFINITY : perAccount;
  };
  const full = counted.filter((row) => row.failures > limitOf(row));
  return full.length === 0 ? null : Math.max(1, ...full.map((row) => row.secondsLeft));
}

const oneMore = Prisma.sql`
  on conflict (account_hash, network) do update set
    failures = case when f.ends_at <= now() then 1 else f.failures + 1 end,
    ends_at = case when f.ends_at <= now() then excluded.ends_at else f.ends_at end`;

const less = (database: Database, which: Prisma.Sql) =>
  database.$executeRaw`
    with locked as (${lockedInOrder(which)})
    update sign_in_failures f set failures = greatest(f.failures - 1, 0)
    from locked where f.account_hash = locked.account_hash and f.network = locked.network`;

/** Locks rows in the order in which {@link begin} writes them: two sign-ins would deadlock otherwise. */
const lockedInOrder = (which: Prisma.Sql) => Prisma.sql`
  select account_hash, network from sign_in_failures where ${which}
  order by account_hash = ${all} desc, network = ${all}
  for update`;

const hashOf = (account: string): string => createHash('sha256').update(account).digest('hex');
