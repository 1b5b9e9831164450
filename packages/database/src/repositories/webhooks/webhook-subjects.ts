import { roles } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma, type Batch, type Statement } from '../../generated/client.js';
import { queryRow } from '../../query.js';

const userRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
});

/** The user and the connection of a batch; null when deleted. */
export interface WebhookSurroundings {
  user: z.infer<typeof userRow> | null;
  connection: { id: string; name: string; driver: string } | null;
}

/** A batch with everything that its webhooks report. */
export interface WebhookBatch extends WebhookSurroundings {
  batch: Batch & { statements: Statement[] };
}

/** A statement with everything that its webhooks report. */
export interface WebhookStatement extends WebhookSurroundings {
  statement: Statement;
  batch: Batch;
}

/** Reads the subjects of webhook events; null when a subject was deleted. */
export interface WebhookSubjectRepository {
  batch(id: string): Promise<WebhookBatch | null>;
  statement(id: string): Promise<WebhookStatement | null>;
  surroundings(userId: string, connectionId: string | null): Promise<WebhookSurroundings>;
}

export function createWebhookSubjectRepository(database: Database): WebhookSubjectRepository {
  const surroundings = async (
    userId: string,
    connectionId: string | null,
  ): Promise<WebhookSurroundings> => {
    const [user, connection] = await Promise.all([
      // The owner of a batch may be a service token.
      queryRow(
        database,
        userRow,
        Prisma.sql`select id, email, name, role from principals where id = ${userId}`,
      ),
      connectionId === null
        ? null
        : database.connection.findUnique({
            where: { id: connectionId },
            select: { id: true, name: true, driver: true },
          }),
    ]);
    return { user: user ?? null, connection };
  };
  return {
    surroundings,
    batch: async (id) => {
      const batch = await database.batch.findUnique({
        where: { id },
        include: { statements: { orderBy: { sequence: 'asc' } } },
      });
      if (batch === null) return null;
      return { batch, ...(await surroundings(batch.userId, batch.connectionId)) };
    },
    statement: async (id) => {
      const found = await database.statement.findUnique({
        where: { id },
        include: { batch: true },
      });
      if (found === null) return null;
      const { batch, ...statement } = found;
      return { statement, batch, ...(await surroundings(batch.userId, batch.connectionId)) };
    },
  };
}
