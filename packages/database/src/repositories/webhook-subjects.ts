import type { Database } from '../client.js';
import type { Batch, Statement } from '../generated/client.js';

/** Whose a batch is and where it runs, as far as they are still there. */
export interface WebhookSurroundings {
  user: { id: string; email: string; name: string | null; role: string } | null;
  connection: { id: string; name: string; driver: string } | null;
}

/** A batch with all that its webhooks tell. */
export interface WebhookBatch extends WebhookSurroundings {
  batch: Batch & { statements: Statement[] };
}

/** A statement with all that its webhooks tell. */
export interface WebhookStatement extends WebhookSurroundings {
  statement: Statement;
  batch: Batch;
}

/** Reads what webhooks tell of; null when it is gone. */
export interface WebhookSubjectRepository {
  batch(id: string): Promise<WebhookBatch | null>;
  statement(id: string): Promise<WebhookStatement | null>;
  surroundings(userId: string, connectionId: string | null): Promise<WebhookSurroundings>;
}

/** Reads from the service's own database. */
export function createWebhookSubjectRepository(database: Database): WebhookSubjectRepository {
  const surroundings = async (
    userId: string,
    connectionId: string | null,
  ): Promise<WebhookSurroundings> => {
    const [users, connection] = await Promise.all([
      // A service token may own a batch, too.
      database.$queryRaw<NonNullable<WebhookSurroundings['user']>[]>`
        select id, email, name, role from principals where id = ${userId}`,
      connectionId === null
        ? null
        : database.connection.findUnique({
            where: { id: connectionId },
            select: { id: true, name: true, driver: true },
          }),
    ]);
    return { user: users[0] ?? null, connection };
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
