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

/** A user as every authenticated principal sees them. */
export const userSchema = z
  .object({
    id: z.string().describe('ID of the user.'),
    name: z.string().nullable().describe('Display name.'),
    email: z.string().describe('Email address; unique.'),
    ldapId: z.string().nullable().describe('User name in the LDAP directory.'),
    role: z.enum(roles).describe('Admins manage users and connections.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values for connection templates. Visible to admins only.'),
    disabled: z
      .boolean()
      .optional()
      .describe('True when the user cannot sign in. Visible to admins only.'),
    origin: z
      .enum(userOrigins)
      .optional()
      .describe('First sign-in method; only local users have a password. Visible to admins only.'),
    syncAuthRole: z
      .boolean()
      .optional()
      .describe('The identity provider sets the role at each sign-in. Visible to admins only.'),
    passwordResetId: z
      .string()
      .nullable()
      .optional()
      .describe('One-time ID for sign-up or password reset. Visible to admins only.'),
  })
  .meta({ id: 'User', description: 'A user.', examples: [userExample] });

const maxDataLength = 65_536;

const nameSchema = z.string().trim().min(1).max(255).nullable().describe('Display name.');

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

const syncSchema = z.boolean().describe('The identity provider sets the role at each sign-in.');

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
      .describe('Absent: the response contains a passwordResetId that is valid for 7 days.'),
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
 * `PUT /api/users/:id`. Omitted fields keep their value. Users change their own name, email and password. Admins change
 * the other fields, of other users only.
 */
export const updateUserSchema = z
  .object({
    name: nameSchema.optional(),
    email: emailSchema.optional(),
    password: newPasswordSchema.optional().describe('New password of the caller.'),
    currentPassword: z
      .string()
      .min(1)
      .max(maxPasswordLength)
      .optional()
      .describe('Required for a new password and for a new email address of the caller.'),
    role: roleSchema.optional(),
    passwordResetId: z
      .string()
      .max(255)
      .nullable()
      .optional()
      .describe('Any text creates a new reset link; null or "" removes the link.'),
    data: userDataSchema.optional().describe('Replaces the stored data.'),
    disabled: z.boolean().optional().describe('True ends all sessions and work of the user.'),
    syncAuthRole: syncSchema.optional(),
    ldapId: ldapIdSchema.optional(),
  })
  .meta({
    id: 'UpdateUser',
    description:
      'Omitted fields keep their value. Users change their own `name`, `email` and `password`; any other field is ' +
      'rejected with 400 when the user is the caller.',
    examples: [
      { ...changesExample, disabled: false, passwordResetId: 'new' },
      { password: 'another private password', currentPassword: 'a long and private password' },
    ],
  });

/** The link between a user and an identity provider. */
export const userIdentitySchema = z
  .object({
    origin: z.string().describe('Sign-in method: `oauth`, `oidc` or `saml`.'),
    subject: z
      .string()
      .describe('Subject at the identity provider, with the name of the provider.'),
    createdAt: timestampSchema,
  })
  .meta({
    id: 'UserIdentity',
    description: 'The link between a user and an identity provider.',
    examples: [
      {
        origin: 'oidc',
        subject: 'https://login.example.com 248289761001',
        createdAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  });

/** Path parameters of a link. */
export const userIdentityParamsSchema = z.object({
  id: z.string().describe('ID of the user.'),
  origin: z.string().describe('Sign-in method of the link: `oauth`, `oidc` or `saml`.'),
});

/** See {@link userIdentitySchema}. */
export type UserIdentity = z.infer<typeof userIdentitySchema>;
/** See {@link createUserSchema}. */
export type CreateUser = z.infer<typeof createUserSchema>;
/** See {@link updateUserSchema}. */
export type UpdateUser = z.infer<typeof updateUserSchema>;
/** See {@link userSchema}. */
export type User = z.infer<typeof userSchema>;
