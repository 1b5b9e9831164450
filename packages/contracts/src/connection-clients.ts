import { z } from 'zod';
import { timestampSchema } from './common.js';

/** A session that a worker keeps open for a user between batches. */
export const connectionClientSchema = z
  .object({
    id: z.string(),
    name: z.string().describe("The connection's name when the client was opened."),
    connectionId: z.string(),
    connectedAt: timestampSchema,
    lastKeepAliveAt: timestampSchema,
    expiresAt: timestampSchema.describe('Closed then, unless it is kept alive and used.'),
  })
  .meta({ id: 'ConnectionClient' });

/** `POST /api/connection-clients` */
export const openConnectionClientSchema = z
  .object({ connectionId: z.string().min(1).max(255) })
  .meta({ id: 'OpenConnectionClient' });

export type ConnectionClient = z.infer<typeof connectionClientSchema>;
export type OpenConnectionClient = z.infer<typeof openConnectionClientSchema>;
