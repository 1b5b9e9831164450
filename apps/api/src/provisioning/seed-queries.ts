import { chosenIdSchema, createQuerySchema } from '@sluice/contracts';
import {
  everyone,
  type QuerySeedRepository,
  type SeedQuery,
  type UserRepository,
} from '@sluice/database';
import type { FieldError } from '@sluice/errors';
import type { Logger } from 'pino';
import { z } from 'zod';
import { aclOf, tagsOf } from '../queries/index.js';
import { problemIn, repeatedIds, type SeedFile } from './seed-files.js';

const principal = z.string().trim().min(1).max(255);

/** Names a user by id or, as in files written for SQLPad, by email address. */
const aclRowSchema = z
  .strictObject({
    userId: principal.nullish(),
    userEmail: principal.nullish(),
    groupId: z.literal(everyone, { error: `must be ${everyone}` }).nullish(),
    write: z.boolean().optional(),
  })
  .refine(
    ({ userId, userEmail, groupId }) =>
      [userId, userEmail, groupId].filter((each) => (each ?? null) !== null).length === 1,
    'must have one of userId, userEmail and groupId',
  );

/** Stricter than `POST /api/queries`, because no user reads a response. */
const seedSchema = z.strictObject({
  ...createQuerySchema.shape,
  id: chosenIdSchema,
  name: z.string().trim().min(1).max(255),
  acl: z.array(aclRowSchema).max(500).nullish(),
  createdBy: principal.nullish(),
});

/** A query and its file. */
export interface QueryOfFile {
  name: string;
  query: Omit<SeedQuery, 'acl' | 'ownerId'>;
  /** Id or email address of the owner. */
  createdBy: string | null;
  acl: z.infer<typeof aclRowSchema>[];
}

/**
 * Reads files of queries: the body of `POST /api/queries` with an id. Without `acl`, everyone may
 * read them.
 */
export function checkSeedQueries(files: SeedFile[]): {
  seeds: QueryOfFile[];
  problems: FieldError[];
} {
  const problems: FieldError[] = [];
  const seeds: QueryOfFile[] = [];
  for (const { name: file, value } of files) {
    const parsed = seedSchema.safeParse(value);
    for (const { path, message } of parsed.error?.issues ?? []) {
      problems.push(problemIn(file, { path: path.join('.'), message }));
    }
    if (!parsed.success) continue;
    const { id, name, connectionId, queryText, parameters, chart, tags, acl, createdBy } =
      parsed.data;
    const query = {
      id,
      name,
      connectionId: connectionId ?? null,
      queryText: queryText ?? '',
      parameters: parameters ?? [],
      chart: chart ?? null,
      tags: tagsOf(tags ?? []),
    };
    seeds.push({
      name: file,
      query,
      createdBy: createdBy ?? null,
      acl: acl ?? [{ groupId: everyone }],
    });
  }
  const ids = seeds.map(({ name, query: { id } }) => ({ name, id }));
  return { seeds, problems: [...problems, ...repeatedIds(ids)] };
}

/** Dependencies of {@link writeSeedQueries}. */
export interface SeedQueryDependencies {
  queries: QuerySeedRepository;
  users: Pick<UserRepository, 'find' | 'findByEmail'>;
  log: Pick<Logger, 'info'>;
}

/**
 * Stores the queries of the files, except for queries that a user has changed. Unknown owners and
 * users in an `acl` are logged; they take effect at the next start after they were created.
 */
export async function writeSeedQueries(
  deps: SeedQueryDependencies,
  seeds: QueryOfFile[],
): Promise<void> {
  const { queries, log } = deps;
  for (const { name: file, query, createdBy, acl } of seeds) {
    const idOf = async (user: string): Promise<string | null> => {
      const found = (await deps.users.find(user)) ?? (await deps.users.findByEmail(user));
      if (found === null) log.info({ file, user }, 'seeded query names an unknown user');
      return found?.id ?? null;
    };
    const shared = [];
    for (const { userId, userEmail, groupId, write } of acl) {
      const user = userEmail ?? userId ?? null;
      const id = user === null ? null : await idOf(user);
      if (user !== null && id === null) continue;
      shared.push({ userId: id, groupId, write });
    }
    const ownerId = createdBy === null ? null : await idOf(createdBy);
    const seeded = await queries.write({ ...query, ownerId, acl: aclOf(shared) });
    if (seeded === 'unchanged') continue;
    log.info({ queryId: query.id, file, seeded }, 'query seeded');
  }
}
