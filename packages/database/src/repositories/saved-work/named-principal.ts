import { z } from 'zod';
import { Prisma } from '../../generated/client.js';

/** A user or service token with its name. */
export const namedPrincipalRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  /** Empty for a service token. */
  email: z.string(),
});

/** SQL of the {@link namedPrincipalRow} of an ID, or null. */
export const namedPrincipal = (id: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  select json_build_object('id', p.id, 'name', p.name, 'email', p.email)
  from principals p where p.id = ${id} limit 1)`;
