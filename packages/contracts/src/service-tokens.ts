import { z } from 'zod';
import { timestampSchema, wholeNumberOrDigits } from './common.js';
import { roles } from './enums.js';

const tokenExample = {
  id: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  name: 'nightly import',
  role: 'editor',
  duration: null,
  expiryDate: null,
  maskedToken: '…4f2a',
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
};

/** A service token in a list. */
export const serviceTokenSchema = z
  .object({
    id: z.string().describe('ID of the token; it owns what it creates.'),
    name: z.string().describe('Display name.'),
    role: z.enum(roles).describe('Role of the token.'),
    duration: z.int().nullable().describe('Lifetime in hours; null: it does not expire.'),
    expiryDate: timestampSchema.nullable().describe('Null: it does not expire.'),
    maskedToken: z.string().describe('Last characters of the token, to identify it.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({
    id: 'ServiceToken',
    description: 'A service token: credentials of a program.',
    examples: [tokenExample],
  });

/** The response to its creation, the only one that contains the token. */
export const createdServiceTokenSchema = serviceTokenSchema
  .extend({
    token: z.string().describe('Token for `Authorization: Bearer`. It is shown only here.'),
  })
  .meta({
    id: 'CreatedServiceToken',
    description: 'A new service token with its secret.',
    examples: [{ ...tokenExample, token: 'eyJhbGciOi…' }],
  });

/** 100 years. */
const MAX_HOURS = 876_000;

/** `POST /api/service-tokens`. */
export const createServiceTokenSchema = z
  .object({
    name: z.string().trim().min(1).max(255).describe('Display name; unique among service tokens.'),
    role: z.enum(roles).describe('Role of the token.'),
    duration: wholeNumberOrDigits(MAX_HOURS)
      .nullable()
      .optional()
      .describe('Hours, as a number or a string of digits. Absent, null or 0: it does not expire.'),
  })
  .meta({
    id: 'CreateServiceToken',
    description: 'A service token to create.',
    examples: [{ name: 'nightly import', role: 'editor', duration: 720 }],
  });

/** See {@link serviceTokenSchema}. */
export type ServiceToken = z.infer<typeof serviceTokenSchema>;
/** See {@link createdServiceTokenSchema}. */
export type CreatedServiceToken = z.infer<typeof createdServiceTokenSchema>;
/** See {@link createServiceTokenSchema}. */
export type CreateServiceToken = z.infer<typeof createServiceTokenSchema>;
