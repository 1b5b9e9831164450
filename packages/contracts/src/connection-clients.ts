import { z } from 'zod';
import { timestampSchema } from './common.js';

/** A session that a worker keeps open for a user between batches. */
export const connectionClientSchema = z
  .object({
    id: z.string().describe('Of the client.'),
    name: z.string().describe("The connection's name when the client was opened."),
    connectionId: z.string().describe('The connection that it is open on.'),
    connectedAt: timestampSchema,
    lastKeepAliveAt: timestampSchema,
    expiresAt: timestampSchema.describe('Closed then, unless it is kept alive and used.'),
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
  .object({ connectionId: z.string().min(1).max(255).describe('The connection to open.') })
  .meta({
    id: 'OpenConnectionClient',
    description: 'What to open a session on.',
    examples: [{ connectionId: 'sample' }],
  });

export type ConnectionClient = z.infer<typeof connectionClientSchema>;
export type OpenConnectionClient = z.infer<typeof openConnectionClientSchema>;
