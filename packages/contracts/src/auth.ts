import { z } from 'zod';

/** Maximum length of an email address. */
export const maxEmailLength = 320;
/** Maximum length of a password; longer ones only cost hashing time. */
export const maxPasswordLength = 1024;

/** Minimum length of a new password. */
export const minPasswordLength = 8;

/** The email address of a user. Sign-in accepts any text. */
export const emailSchema = z
  .string()
  .trim()
  .max(maxEmailLength)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'must be an email address')
  .describe('Email address.');

/** A new password. Common passwords are rejected separately. */
export const newPasswordSchema = z
  .string()
  .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, `must have at most ${maxPasswordLength} characters`)
  .describe('Common passwords are rejected.');

const chosenExample = {
  email: 'ada@example.com',
  password: 'a long and private password',
  passwordConfirmation: 'a long and private password',
};

const choosePasswordFields = {
  email: emailSchema,
  password: newPasswordSchema,
  passwordConfirmation: z.string().max(maxPasswordLength).describe('Confirmation of the password.'),
};

/** `POST /api/signup`. */
export const signUpSchema = z
  .object({
    ...choosePasswordFields,
    invitationId: z.string().max(255).optional().describe('passwordResetId of the invited user.'),
  })
  .meta({
    id: 'SignUp',
    description: 'Credentials of a new account.',
    examples: [{ ...chosenExample, invitationId: '3q2-7wEjRW0lC9x5' }],
  });

/** `POST /api/password-reset/:id`. */
export const passwordResetSchema = z.object(choosePasswordFields).meta({
  id: 'PasswordReset',
  description: 'A new password for the account of the link.',
  examples: [chosenExample],
});

/** `POST /api/signin`. */
export const signInSchema = z
  .object({
    email: z.string().min(1).max(maxEmailLength).describe('Email address or LDAP user name.'),
    password: z.string().min(1).max(maxPasswordLength).describe('Password, compared exactly.'),
  })
  .meta({
    id: 'SignIn',
    description: 'Credentials of a user.',
    examples: [{ email: 'ada@example.com', password: 'a long and private password' }],
  });

/** See {@link signUpSchema}. */
export type SignUp = z.infer<typeof signUpSchema>;
/** See {@link passwordResetSchema}. */
export type PasswordReset = z.infer<typeof passwordResetSchema>;
/** See {@link signInSchema}. */
export type SignIn = z.infer<typeof signInSchema>;
