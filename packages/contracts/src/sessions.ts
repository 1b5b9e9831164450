import { z } from 'zod';
import { timestampSchema } from './common.js';

/** A browser session. The cookie and its hash are never returned. */
export const sessionSchema = z
  .object({
    id: z.string().describe('ID of the session in this list; it is not a credential.'),
    isCurrent: z.boolean().describe('This request belongs to the session.'),
    browser: z
      .string()
      .nullable()
      .describe('Browser, from the User-Agent header; null when unknown.'),
    address: z.string().nullable().describe('Client address of the sign-in.'),
    method: z.string().nullable().describe('Sign-in method, such as `local` or `saml`.'),
    createdAt: timestampSchema.describe('Time of the sign-in.'),
    lastUsedAt: timestampSchema.describe('Time of the last request, to the minute.'),
  })
  .meta({
    id: 'Session',
    description: 'A browser session.',
    examples: [
      {
        id: '5f0c7d0b-1a11-4c3e-9a63-01964e1a7c1f',
        isCurrent: true,
        browser: 'Firefox on Windows',
        address: '192.0.2.7',
        method: 'local',
        createdAt: '2026-03-01T09:30:00.000Z',
        lastUsedAt: '2026-03-01T11:05:00.000Z',
      },
    ],
  });

/** See {@link sessionSchema}. */
export type Session = z.infer<typeof sessionSchema>;
