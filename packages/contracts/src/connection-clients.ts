import { z } from 'zod';
import { timestampSchema } from './common.js';

/** A session that a worker keeps open for a user between batches. */
export const connectionClientSchema = z
  .object({
    id: z.string().describe('ID of the connection client.'),
    name: z.string().describe('Name of the connection when the client was opened.'),
    connectionId: z.string().describe('ID of its connection.'),
    connectedAt: timestampSchema,
    lastKeepAliveAt: timestampSchema,
    expiresAt: timestampSchema.describe('Time when it is closed unless it is kept alive and used.'),
  })
  .meta({
    id: 'ConnectionClient',
    description: 'A session that stays open between batches.',
    examples: [
      {
        id: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
        name: 'Sample',
        connectionId: 'sample',
        connectedAt: '2026-03-01T09:30:00.000Z',
        lastKeepAliveAt: '2026-03-01T09:30:20.000Z',
        expiresAt: '2026-03-01T09:30:50.000Z',
      },
    ],
  });

/** `POST /api/connection-clients` */
export const openConnectionClientSchema = z
  .object({ connectionId: z.string().min(1).max(255).describe('ID of the connection.') })
  .meta({
    id: 'OpenConnectionClient',
    description: 'A new connection client.',
    examples: [{ connectionId: 'sample' }],
  });

/** See {@link connectionClientSchema}. */
export type ConnectionClient = z.infer<typeof connectionClientSchema>;
/** See {@link openConnectionClientSchema}. */
export type OpenConnectionClient = z.infer<typeof openConnectionClientSchema>;
