import { tokenScopes } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows } from '../../query.js';
import { idRow } from '../../rows.js';
import type { Slice } from '../../slice.js';

const personalTokenRow = z.object({
  id: z.string(),
  userId: z.string(),
  userEmail: z.string(),
  name: z.string(),
  maskedToken: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Empty: all connections that the user may use. */
  connectionIds: z.array(z.string()),
  readOnly: z.boolean(),
  maxConcurrency: z.int().nullable(),
  maxRows: z.int().nullable(),
  expiresAt: z.date().nullable(),
  /** To the minute. */
  lastUsedAt: z.date().nullable(),
  lastUsedAddress: z.string().nullable(),
  createdAt: z.date(),
});

/** A personal token. The token itself is never stored. */
export type PersonalTokenRow = z.infer<typeof personalTokenRow>;

/** A new personal token. */
export interface NewPersonalToken extends Omit<
  PersonalTokenRow,
  'userEmail' | 'expiresAt' | 'lastUsedAt' | 'lastUsedAddress' | 'createdAt'
> {
  /** SHA-256 of the token. */
  hash: string;
  /** Null: it does not expire. */
  expiresInSeconds: number | null;
}

/** A page of the list of personal tokens, newest first. */
export interface PersonalTokenPage extends Slice {
  /** Null: tokens of all users. */
  userId: string | null;
}

/** Why a token was not created. */
export type PersonalTokenRefusal = 'no_user' | 'taken' | 'too_many';

/** Personal tokens. Each acts as its user. */
export interface PersonalTokenRepository {
  /** The token with this SHA-256, expired or not; null when there is none. */
  findByHash(hash: string): Promise<PersonalTokenRow | null>;
  list(page: PersonalTokenPage): Promise<PersonalTokenRow[]>;
  /** Creates a token unless the user has `maxTokens` or another token with the name. */
  create(
    token: NewPersonalToken,
    maxTokens: number,
  ): Promise<PersonalTokenRow | PersonalTokenRefusal>;
  /** Deletes a token of this user; null: of any user. Returns the deleted token; null when there is none. */
  remove(id: string, userId: string | null): Promise<PersonalTokenRow | null>;
  /** Records a use, at most once a minute. */
  recordUse(id: string, address: string): Promise<void>;
  /** IDs of the token's batches that have not ended. */
  unfinishedBatches(id: string): Promise<string[]>;
}

export function createPersonalTokenRepository(database: Database): PersonalTokenRepository {
  const first = async (rows: Promise<PersonalTokenRow | undefined>) => (await rows) ?? null;
  return {
    findByHash: (hash) =>
      first(
        queryRow(
          database,
          personalTokenRow,
          Prisma.sql`${selected(Prisma.sql`personal_tokens`)} where k.hash = ${hash}`,
        ),
      ),
    list: ({ userId, take = null, skip }) =>
      queryRows(
        database,
        personalTokenRow,
        Prisma.sql`${selected(Prisma.sql`personal_tokens`)}
          where ${userId}::text is null or k.user_id = ${userId}
          order by k.created_at desc, k.id desc limit ${take}::int offset ${skip}::int`,
      ),
    create: (token, maxTokens) =>
      database.$transaction((transaction) => create(transaction, token, maxTokens)),
    remove: (id, userId) =>
      first(
        queryRow(
          database,
          personalTokenRow,
          Prisma.sql`with removed as (
            delete from personal_tokens
            where id = ${id} and (${userId}::text is null or user_id = ${userId})
            returning *) ${selected(Prisma.sql`removed`)}`,
        ),
      ),
    recordUse: async (id, address) => {
      await database.$executeRaw`
        update personal_tokens set last_used_at = now(), last_used_address = ${address}
        where id = ${id}
          and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
    },
    unfinishedBatches: async (id) => {
      const rows = await queryRows(
        database,
        idRow,
        // Both arms of the `or` have a partial index.
        Prisma.sql`
          select id::text from batches
          where status = 'started' and (lease_token is null or lease_token is not null)
            and token_id = ${id}`,
      );
      return rows.map((row) => row.id);
    },
  };
}

const selected = (from: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select k.id, k.user_id as "userId", u.email as "userEmail", k.name,
    k.masked_token as "maskedToken", k.scopes, k.connection_ids as "connectionIds",
    k.read_only as "readOnly", k.max_concurrency as "maxConcurrency", k.max_rows as "maxRows",
    k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
    k.last_used_address as "lastUsedAddress", k.created_at as "createdAt"
  from ${from} k join users u on u.id = k.user_id`;

async function create(
  transaction: Prisma.TransactionClient,
  token: NewPersonalToken,
  maxTokens: number,
): Promise<PersonalTokenRow | PersonalTokenRefusal> {
  // Tokens of a user are created one after the other, so that the count and the name are exact.
  const owner = await queryRow(
    transaction,
    idRow,
    Prisma.sql`select id from users where id = ${token.userId} for update`,
  );
  if (owner === undefined) return 'no_user';
  const { userId, name } = token;
  if ((await transaction.personalToken.count({ where: { userId } })) >= maxTokens) {
    return 'too_many';
  }
  if ((await transaction.personalToken.count({ where: { userId, name } })) > 0) return 'taken';
  const { expiresInSeconds, scopes, connectionIds } = token;
  const created = await queryRow(
    transaction,
    personalTokenRow,
    Prisma.sql`with created as (
      insert into personal_tokens (id, user_id, name, hash, masked_token, scopes, connection_ids,
        read_only, max_concurrency, max_rows, expires_at)
      values (${token.id}, ${userId}, ${name}, ${token.hash}, ${token.maskedToken},
        ${scopes}::text[], ${connectionIds}::text[], ${token.readOnly}::boolean,
        ${token.maxConcurrency}::int, ${token.maxRows}::int,
        now() + ${expiresInSeconds}::float8 * interval '1 second')
      returning *) ${selected(Prisma.sql`created`)}`,
  );
  if (created === undefined) throw new Error('The new personal token has no row');
  return created;
}
