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

/** A credential of a program, in lists. */
export const serviceTokenSchema = z
  .object({
    id: z.string().describe('Of the token; owner of what it makes.'),
    name: z.string().describe('For people.'),
    role: z.enum(roles).describe('What it may do.'),
    duration: z.int().nullable().describe('Hours; null = for good.'),
    expiryDate: timestampSchema.nullable().describe('Null = for good.'),
    maskedToken: z.string().describe('The end of the token, to be told from others by.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({
    id: 'ServiceToken',
    description: 'A credential of a program.',
    examples: [tokenExample],
  });

/** The answer to its creation: the only one that has the token. */
export const createdServiceTokenSchema = serviceTokenSchema
  .extend({ token: z.string().describe('For `Authorization: Bearer`. Shown here only.') })
  .meta({
    id: 'CreatedServiceToken',
    description: 'A new credential of a program.',
    examples: [{ ...tokenExample, token: 'eyJhbGciOi…' }],
  });

/** A hundred years. */
const maxHours = 876_000;

/** `POST /api/service-tokens`. */
export const createServiceTokenSchema = z
  .object({
    name: z.string().trim().min(1).max(255).describe('For people; no two tokens have the same.'),
    role: z.enum(roles).describe('What it may do.'),
    duration: wholeNumberOrDigits(maxHours)
      .nullable()
      .optional()
      .describe('Hours, as a number or as digits in a string; absent, null or 0 sets no limit.'),
  })
  .meta({
    id: 'CreateServiceToken',
    description: 'A credential to make.',
    examples: [{ name: 'nightly import', role: 'editor', duration: 720 }],
  });

export type ServiceToken = z.infer<typeof serviceTokenSchema>;
export type CreatedServiceToken = z.infer<typeof createdServiceTokenSchema>;
export type CreateServiceToken = z.infer<typeof createServiceTokenSchema>;
