import { badRequest } from '@sluice/errors';
import type { z } from 'zod';
import { plainMessage } from './error-bodies.js';

/** Parses a value that is not the body of a request. @throws AppError 400 that names each invalid field */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message: plainMessage(message),
  }));
  const [first] = errors;
  throw badRequest(errors, first && `"${first.path}" ${first.message}`);
}
