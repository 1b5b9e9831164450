import { z } from 'zod';

/** Longest e-mail address taken. */
export const maxEmailLength = 320;
/** Longest password taken; longer ones only cost hashing time. */
export const maxPasswordLength = 1024;

/** Shortest password that somebody may choose. */
export const minPasswordLength = 8;

/** An address that a user gets; signing in takes any text. */
export const emailSchema = z
  .string()
  .trim()
  .max(maxEmailLength)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'must be an e-mail address')
  .describe('An e-mail address.');

/** A password to be; the commonest ones are refused beside it. */
export const newPasswordSchema = z
  .string()
  .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, `must have at most ${maxPasswordLength} characters`)
  .describe('None of the commonest ones.');

const chosenExample = {
  email: 'ada@example.com',
  password: 'a long and private password',
  passwordConfirmation: 'a long and private password',
};

const choosePasswordFields = {
  email: emailSchema,
  password: newPasswordSchema,
  passwordConfirmation: z.string().max(maxPasswordLength).describe('The same password again.'),
};

/** `POST /api/signup`. */
export const signUpSchema = z
  .object({
    ...choosePasswordFields,
    invitationId: z.string().max(255).optional().describe("A user's passwordResetId."),
  })
  .meta({
    id: 'SignUp',
    description: 'Who wants an account.',
    examples: [{ ...chosenExample, invitationId: '3q2-7wEjRW0lC9x5' }],
  });

/** `POST /api/password-reset/:id`. */
export const passwordResetSchema = z.object(choosePasswordFields).meta({
  id: 'PasswordReset',
  description: 'A new password for the account that the link is of.',
  examples: [chosenExample],
});

/** `POST /api/signin`. */
export const signInSchema = z
  .object({
    email: z.string().min(1).max(maxEmailLength).describe('E-mail address, or LDAP user name.'),
    password: z.string().min(1).max(maxPasswordLength).describe('Taken exactly as typed.'),
  })
  .meta({
    id: 'SignIn',
    description: 'Credentials of a person.',
    examples: [{ email: 'ada@example.com', password: 'a long and private password' }],
  });

export type SignUp = z.infer<typeof signUpSchema>;
export type PasswordReset = z.infer<typeof passwordResetSchema>;
export type SignIn = z.infer<typeof signInSchema>;
