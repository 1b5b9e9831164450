import { chosenIdSchema, createQuerySchema } from '@sluice/contracts';
import { everyone, type QuerySeedRepository, type SeedQuery } from '@sluice/database';
import type { FieldError } from '@sluice/errors';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { aclOf, tagsOf } from '../query-input.js';
import { problemIn, repeatedIds, type SeedFile } from './read.js';

/** More strict than `POST /api/queries`: nobody reads an answer. */
const seedSchema = z.strictObject({
  ...createQuerySchema.shape,
  id: chosenIdSchema,
  name: z.string().trim().min(1).max(255),
});

/** A query and the file that it is from. */
export interface QueryOfFile {
  name: string;
  query: SeedQuery;
}

/** Reads files of queries: each is the body of `POST /api/queries`, with an id. Unless it says who, everyone reads it. */
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
    const { id, name, connectionId, queryText, chart, tags, acl } = parsed.data;
    const query = {
      id,
      name,
      connectionId: connectionId ?? null,
      queryText: queryText ?? '',
      chart: chart ?? null,
      tags: tagsOf(tags ?? []),
      acl: aclOf(acl ?? [{ groupId: everyone }]),
    };
    seeds.push({ name: file, query });
  }
  const ids = seeds.map(({ name, query: { id } }) => ({ name, id }));
  return { seeds, problems: [...problems, ...repeatedIds(ids)] };
}

/** Writes queries as their files say, but leaves alone what a person has changed. */
export async function writeSeedQueries(
  queries: QuerySeedRepository,
  seeds: QueryOfFile[],
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  for (const { name, query } of seeds) {
    const seeded = await queries.write(query);
    if (seeded === 'unchanged') continue;
    log.info({ queryId: query.id, file: name, seeded }, 'a query was seeded');
  }
}
