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
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'must be an e-mail address');

/** A password to be; the commonest ones are refused beside it. */
export const newPasswordSchema = z
  .string()
  .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, `must have at most ${maxPasswordLength} characters`);

const choosePasswordFields = {
  email: emailSchema,
  password: newPasswordSchema,
  passwordConfirmation: z.string().max(maxPasswordLength),
};

/** `POST /api/signup`. */
export const signUpSchema = z
  .object({
    ...choosePasswordFields,
    invitationId: z.string().max(255).optional().describe("A user's passwordResetId."),
  })
  .meta({ id: 'SignUp' });

/** `POST /api/password-reset/:id`. */
export const passwordResetSchema = z.object(choosePasswordFields).meta({ id: 'PasswordReset' });

/** `POST /api/signin`. */
export const signInSchema = z
  .object({
    email: z.string().min(1).max(maxEmailLength),
    password: z.string().min(1).max(maxPasswordLength),
  })
  .meta({ id: 'SignIn' });

export type SignUp = z.infer<typeof signUpSchema>;
export type PasswordReset = z.infer<typeof passwordResetSchema>;
export type SignIn = z.infer<typeof signInSchema>;
