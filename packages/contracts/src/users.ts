import { z } from 'zod';
import { emailSchema, maxPasswordLength, newPasswordSchema } from './auth.js';
import { timestampSchema } from './common.js';
import { roles, userOrigins } from './enums.js';

const userExample = {
  id: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  ldapId: null,
  role: 'editor',
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  data: { region: 'north' },
  disabled: false,
  origin: 'local',
  syncAuthRole: false,
  passwordResetId: null,
};

/** A user as everybody who is signed in sees them. */
export const userSchema = z
  .object({
    id: z.string().describe('Of the user.'),
    name: z.string().nullable().describe('What people call them.'),
    email: z.string().describe('Names the user; no two have the same.'),
    ldapId: z.string().nullable().describe('User name in the LDAP directory.'),
    role: z.enum(roles).describe('Admins manage users and connections.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values for connection templates; only admins see them.'),
    disabled: z.boolean().optional().describe('Only admins see it.'),
    origin: z
      .enum(userOrigins)
      .optional()
      .describe('How the user came in first; only local ones have a password. Only admins see it.'),
    syncAuthRole: z
      .boolean()
      .optional()
      .describe('The role follows the service that the user signs in with. Only admins see it.'),
    passwordResetId: z
      .string()
      .nullable()
      .optional()
      .describe('Opens the account once, by sign-up or password reset. Only admins see it.'),
  })
  .meta({ id: 'User', description: 'Somebody who may sign in.', examples: [userExample] });

const maxDataLength = 65_536;

const nameSchema = z.string().trim().min(1).max(255).nullable().describe('What people call them.');

const userDataSchema = z
  .record(z.string().min(1).max(255), z.unknown())
  .refine((data) => JSON.stringify(data).length <= maxDataLength, 'is too long')
  .describe('Values for connection templates: {{user.data.<name>}}.');

const ldapIdSchema = z
  .string()
  .trim()
  .min(1)
  .max(1_024)
  .nullable()
  .describe('User name in the LDAP directory.');

const roleSchema = z.enum(roles).describe('Admins manage users and connections.');

const syncSchema = z
  .boolean()
  .describe('The role follows the service that the user signs in with.');

const changesExample = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'editor',
  ldapId: null,
  data: { region: 'north' },
  syncAuthRole: false,
};

/** `POST /api/users`. */
export const createUserSchema = z
  .object({
    email: emailSchema,
    role: roleSchema,
    name: nameSchema.optional(),
    password: newPasswordSchema
      .optional()
      .describe('Absent: the answer has a passwordResetId, good for 7 days.'),
    ldapId: ldapIdSchema.optional(),
    data: userDataSchema.optional(),
    syncAuthRole: syncSchema.optional(),
  })
  .meta({
    id: 'CreateUser',
    description: 'A user to add.',
    examples: [{ ...changesExample, password: 'a long and private password' }],
  });

/**
 * `PUT /api/users/:id`: what is left out stays. Users change their own name, email and password; admins change the
 * other fields, and only those of other users.
 */
export const updateUserSchema = z
  .object({
    name: nameSchema.optional(),
    email: emailSchema.optional(),
    password: newPasswordSchema.optional().describe("One's own only."),
    currentPassword: z
      .string()
      .min(1)
      .max(maxPasswordLength)
      .optional()
      .describe("Needed for a new password, and for a new address of one's own."),
    role: roleSchema.optional(),
    passwordResetId: z
      .string()
      .max(255)
      .nullable()
      .optional()
      .describe('Any text creates a new link; null or "" removes the link.'),
    data: userDataSchema.optional().describe('Takes the place of all that was stored.'),
    disabled: z.boolean().optional().describe('True ends all that the user has open.'),
    syncAuthRole: syncSchema.optional(),
    ldapId: ldapIdSchema.optional(),
  })
  .meta({
    id: 'UpdateUser',
    description:
      'What is left out stays. Users change their own `name`, `email` and `password`; any other field is refused ' +
      'with 400 when the user is the caller.',
    examples: [
      { ...changesExample, disabled: false, passwordResetId: 'new' },
      { password: 'another private password', currentPassword: 'a long and private password' },
    ],
  });

/** A user's link to another service: under this name it is believed who they are. */
export const userIdentitySchema = z
  .object({
    origin: z.string().describe('`oauth`, `oidc` or `saml`.'),
    subject: z.string().describe('What that service calls the user, with the name of the service.'),
    createdAt: timestampSchema,
  })
  .meta({
    id: 'UserIdentity',
    description: "A user's link to another service, which tells who they are.",
    examples: [
      {
        origin: 'oidc',
        subject: 'https://login.example.com 248289761001',
        createdAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  });

/** The path of a link. */
export const userIdentityParamsSchema = z.object({
  id: z.string().describe('Of the user.'),
  origin: z.string().describe('Of the link: `oauth`, `oidc` or `saml`.'),
});

export type UserIdentity = z.infer<typeof userIdentitySchema>;
export type CreateUser = z.infer<typeof createUserSchema>;
export type UpdateUser = z.infer<typeof updateUserSchema>;
export type User = z.infer<typeof userSchema>;
