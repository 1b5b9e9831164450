import { z } from 'zod';
import { timestampSchema } from './common.js';

const shareExample = {
  id: '01964e1c-1a2b-7d44-8f10-2c6a7e9d4b55',
  batchId: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
  userId: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12',
  groupId: null,
  user: {
    id: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12',
    name: 'Grace Hopper',
    email: 'grace@example.com',
  },
  createdBy: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  expiresAt: '2026-03-08T09:30:00.000Z',
  createdAt: '2026-03-01T09:30:00.000Z',
};

/** A share of a batch. */
export const batchShareSchema = z
  .object({
    id: z.string().describe('ID of the share.'),
    batchId: z.string().describe('ID of the batch.'),
    userId: z.string().nullable().describe('ID of the user or service token that may read it.'),
    groupId: z
      .string()
      .nullable()
      .describe("`__EVERYONE__`, when there is no userId: everyone of the owner's tenant."),
    user: z
      .object({
        id: z.string().describe('ID of the user or service token.'),
        name: z.string().nullable().describe('Display name.'),
        email: z.string().describe('Empty for a service token.'),
      })
      .nullable()
      .describe('The user or service token; null for a group.'),
    createdBy: z.string().describe('ID of the user or service token that created the share.'),
    expiresAt: timestampSchema.nullable().describe('Null: it ends with the batch.'),
    createdAt: timestampSchema,
  })
  .meta({
    id: 'BatchShare',
    description: 'Lets a user or a group read a batch, its statements and results.',
    examples: [
      shareExample,
      { ...shareExample, userId: null, groupId: '__EVERYONE__', user: null, expiresAt: null },
    ],
  });

/** Ten years. */
const MAX_SECONDS = 315_360_000;

/** `POST /api/batches/:id/shares`. */
export const createBatchShareSchema = z
  .object({
    userId: z
      .string()
      .min(1)
      .max(255)
      .nullish()
      .describe("ID of a user or service token of the owner's tenant."),
    groupId: z
      .literal('__EVERYONE__', { error: 'must be __EVERYONE__' })
      .nullish()
      .describe("Everyone of the owner's tenant, instead of a userId."),
    expiresInSeconds: z
      .int()
      .min(1)
      .max(MAX_SECONDS)
      .nullish()
      .describe('Lifetime in seconds. Absent or null: it ends with the batch.'),
  })
  .refine(({ userId, groupId }) => !(isGiven(userId) && isGiven(groupId)), {
    path: ['userId'],
    error: 'may not be combined with groupId',
  })
  .refine(({ userId, groupId }) => isGiven(userId) || isGiven(groupId), {
    path: ['userId'],
    error: 'or groupId is required',
  })
  .meta({
    id: 'CreateBatchShare',
    description: 'A share to create. Exactly one of userId and groupId is required.',
    examples: [
      { userId: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12', expiresInSeconds: 604_800 },
      { groupId: '__EVERYONE__' },
    ],
  });

const isGiven = (id: string | null | undefined): boolean => id !== null && id !== undefined;

/** The IDs in the path of a share. */
export const batchShareParamsSchema = z.object({
  id: z.string().describe('ID of the batch.'),
  shareId: z.string().describe('ID of the share.'),
});

/** See {@link batchShareSchema}. */
export type BatchShare = z.infer<typeof batchShareSchema>;
/** See {@link createBatchShareSchema}. */
export type CreateBatchShare = z.infer<typeof createBatchShareSchema>;
