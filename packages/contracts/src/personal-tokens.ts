import { z } from 'zod';
import { pageQuerySchema, timestampSchema } from './common.js';
import { tokenScopes } from './enums.js';

const tokenExample = {
  id: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12',
  name: 'laptop',
  userId: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  userEmail: 'nina@example.com',
  scopes: ['schema:read', 'sql:run', 'results:read'] as const,
  connectionIds: null,
  readOnly: true,
  maxConcurrency: 2,
  maxRows: 10_000,
  maskedToken: 'slu_…4f2a',
  expiresAt: '2026-06-01T09:30:00.000Z',
  lastUsedAt: '2026-03-02T11:05:00.000Z',
  lastUsedAddress: '192.0.2.7',
  createdAt: '2026-03-01T09:30:00.000Z',
};

/** A personal token in a list. */
export const personalTokenSchema = z
  .object({
    id: z.string().describe('ID of the token; it is not a credential.'),
    name: z.string().describe('Display name.'),
    userId: z.string().describe('The user that the token acts as.'),
    userEmail: z.string().describe('Email address of the user.'),
    scopes: z.array(z.enum(tokenScopes)).describe('Permissions of the token.'),
    connectionIds: z
      .array(z.string())
      .nullable()
      .describe('The only connections that the token may use; null: all that the user may use.'),
    readOnly: z.boolean().describe('Batches of the token run read-only.'),
    maxConcurrency: z
      .int()
      .nullable()
      .describe('Maximum running batches of the token; further batches wait. Null: no limit.'),
    maxRows: z
      .int()
      .nullable()
      .describe(
        'Maximum rows of a result. The lowest limit of token, connection and service applies. Null: no limit of the token.',
      ),
    maskedToken: z.string().describe('Last characters of the token, to identify it.'),
    expiresAt: timestampSchema.nullable().describe('Null: it does not expire.'),
    lastUsedAt: timestampSchema.nullable().describe('To the minute; null: not used yet.'),
    lastUsedAddress: z.string().nullable().describe('Client address of the last use.'),
    createdAt: timestampSchema,
  })
  .meta({
    id: 'PersonalToken',
    description: 'A personal token: it acts as its user, narrowed.',
    examples: [tokenExample],
  });

/** The response to its creation, the only one that contains the token. */
export const createdPersonalTokenSchema = personalTokenSchema
  .extend({
    token: z
      .string()
      .describe(
        'Token for `Authorization: Bearer`. It is shown only here, and matches `slu_[0-9A-Za-z]{49}`.',
      ),
  })
  .meta({
    id: 'CreatedPersonalToken',
    description: 'A new personal token with its secret.',
    examples: [{ ...tokenExample, token: 'slu_…' }],
  });

/** Ten years. */
const MAX_SECONDS = 315_360_000;

/** `POST /api/tokens`. */
export const createPersonalTokenSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(255).describe('Display name; unique among your tokens.'),
    scopes: z
      .array(z.enum(tokenScopes))
      .min(1, 'must name at least one scope')
      .max(20)
      .describe('Permissions of the token. `admin` is for admins.'),
    connectionIds: z
      .array(z.string().min(1).max(255))
      .min(1, 'must name at least one connection')
      .max(100)
      .nullable()
      .optional()
      .describe(
        'The only connections that the token may use. Absent or null: all that the user may use. ' +
          'Not with the scope `admin`.',
      ),
    readOnly: z.boolean().optional().describe('`true`: batches of the token run read-only.'),
    expiresInSeconds: z
      .int()
      .min(1)
      .max(MAX_SECONDS)
      .nullable()
      .optional()
      .describe('Lifetime in seconds. Absent or null: it does not expire.'),
    maxConcurrency: z
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .optional()
      .describe('Maximum running batches; further batches wait. Absent or null: no limit.'),
    maxRows: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .nullable()
      .optional()
      .describe('Maximum rows of a result. Absent or null: no limit.'),
  })
  .meta({
    id: 'CreatePersonalToken',
    description:
      'A personal token to create. Unknown fields are 400, so that a misspelt limit is not ignored.',
    examples: [
      {
        name: 'laptop',
        scopes: ['schema:read', 'sql:run', 'results:read'],
        connectionIds: ['sample'],
        readOnly: true,
        expiresInSeconds: 7_776_000,
        maxConcurrency: 2,
        maxRows: 10_000,
      },
    ],
  });

/** The query of the list of personal tokens. */
export const personalTokenListQuerySchema = pageQuerySchema.extend({
  all: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true` lists the tokens of all users, for admins.'),
});

/** See {@link personalTokenSchema}. */
export type PersonalToken = z.infer<typeof personalTokenSchema>;
/** See {@link createdPersonalTokenSchema}. */
export type CreatedPersonalToken = z.infer<typeof createdPersonalTokenSchema>;
/** See {@link createPersonalTokenSchema}. */
export type CreatePersonalToken = z.infer<typeof createPersonalTokenSchema>;
