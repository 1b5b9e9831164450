import { z } from 'zod';

/** Longest e-mail address taken. */
export const maxEmailLength = 320;
/** Longest password taken; longer ones only cost hashing time. */
export const maxPasswordLength = 1024;

/** `POST /api/signin`. */
export const signInSchema = z
  .object({
    email: z.string().min(1).max(maxEmailLength),
    password: z.string().min(1).max(maxPasswordLength),
  })
  .meta({ id: 'SignIn' });

export type SignIn = z.infer<typeof signInSchema>;
