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

/** Names a user by id or, as files written for SQLPad do, by e-mail address. */
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

/** Stricter than `POST /api/queries`: a file gets no answer. */
const seedSchema = z.strictObject({
  ...createQuerySchema.shape,
  id: chosenIdSchema,
  name: z.string().trim().min(1).max(255),
  acl: z.array(aclRowSchema).max(500).nullish(),
  createdBy: principal.nullish(),
});

/** A query and the file that it is from. */
export interface QueryOfFile {
  name: string;
  query: Omit<SeedQuery, 'acl' | 'ownerId'>;
  /** Id or e-mail address of the owner. */
  createdBy: string | null;
  acl: z.infer<typeof aclRowSchema>[];
}

/** Reads files of queries: the body of `POST /api/queries` with an id. Without an `acl` everyone may read them. */
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
    const { id, name, connectionId, queryText, chart, tags, acl, createdBy } = parsed.data;
    const query = {
      id,
      name,
      connectionId: connectionId ?? null,
      queryText: queryText ?? '',
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

/** What {@link writeSeedQueries} works with. */
export interface SeedQueryDependencies {
  queries: QuerySeedRepository;
  users: Pick<UserRepository, 'find' | 'findByEmail'>;
  log: Pick<Logger, 'info'>;
}

/**
 * Writes queries as their files say, but leaves alone what a person has changed. Owners and users of an `acl` who do
 * not exist yet are named in the log and take effect at the next start after they were added.
 */
export async function writeSeedQueries(
  deps: SeedQueryDependencies,
  seeds: QueryOfFile[],
): Promise<void> {
  const { queries, log } = deps;
  for (const { name: file, query, createdBy, acl } of seeds) {
    const idOf = async (user: string): Promise<string | null> => {
      const found = (await deps.users.find(user)) ?? (await deps.users.findByEmail(user));
      if (found === null) log.info({ file, user }, 'seeded query names a user who does not exist');
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
