import { z } from 'zod';
import { timestampSchema } from './common.js';

/** A browser that is signed in by its cookie. Neither the cookie nor its hash is told. */
export const sessionSchema = z
  .object({
    id: z.string().describe('Of the session in this list; it opens nothing.'),
    isCurrent: z.boolean().describe('The request came with it.'),
    browser: z
      .string()
      .nullable()
      .describe('What signed in, as it says of itself; null: it said nothing.'),
    address: z.string().nullable().describe('Network address that the sign-in came from.'),
    method: z.string().nullable().describe('Of the sign-in, such as `local` or `saml`.'),
    createdAt: timestampSchema.describe('When it began.'),
    lastUsedAt: timestampSchema.describe('To the minute.'),
  })
  .meta({
    id: 'Session',
    description: 'A browser that is signed in by its cookie.',
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

export type Session = z.infer<typeof sessionSchema>;
