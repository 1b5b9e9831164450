import type { ErrorBody } from '@sluice/contracts';
import { isDiskFull } from '@sluice/database';
import {
  AppError,
  badRequest,
  malformedRequest,
  notFound,
  unavailable,
  type FieldError,
} from '@sluice/errors';
import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnreachable } from './database-errors.js';
import { unknownFields } from './unknown-fields.js';

/**
 * Converts an error to an AppError; null for an unexpected error (500). `fields` are the names of the fields of the
 * request's body.
 */
export function asAppError(error: unknown, fields: readonly string[] = []): AppError | null {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error, fields);
  if (isDatabaseUnreachable(error))
    return unavailable('The service is not available right now', 1, error);
  if (isDiskFull(error)) return storageFull(error);
  return isFastifyError(error) ? translate(error) : null;
}

/**
 * Returns the response body. It contains the request id only where a user needs it to report the
 * error.
 */
export function bodyOf(error: AppError | null, requestId: string): ErrorBody {
  if (error?.code === 'results_lost') return { title: error.title, code: error.code, requestId };
  if (error === null || error.status === 500) {
    return { title: 'Internal Server Error', code: 'internal', requestId };
  }
  const { title, code, detail, errors } = error;
  return {
    title,
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors }),
  };
}

const storageFull = (cause: unknown): AppError =>
  new AppError('storage_full', 507, 'The disk of the metadata database is full', {
    detail:
      'Nothing was changed. Free disk space on the database server, then send the request again.',
    cause,
  });

interface Invalid {
  validation: {
    instancePath: string;
    message?: string | undefined;
    /** With the unknown `keys` of an object that allows none. */
    params: Record<string, unknown>;
  }[];
  validationContext?: string | undefined;
}

/**
 * Lists the validation errors by path. An invalid id in the path means 404: no such item can exist.
 */
function invalid({ validation, validationContext }: Invalid, fields: readonly string[]): AppError {
  if (validationContext === 'params') return notFound();
  const errors = validation.flatMap(({ instancePath, message, params }): FieldError[] => {
    const path = pathOf(instancePath);
    const { keys } = params;
    if (!Array.isArray(keys)) return [{ path, message: plainMessage(message ?? 'is not valid') }];
    const isBody = path === '';
    return unknownFields(keys.map(String), isBody ? fields : []).map((error) => ({
      ...error,
      path: isBody ? error.path : `${path}.${error.path}`,
    }));
  });
  const [first] = errors;
  if (first === undefined) return malformedRequest('bad_request', 'Bad request');
  const subject = first.path === '' ? 'The body' : `"${first.path}"`;
  return badRequest(errors, `${subject} ${first.message}`);
}

const pathOf = (instancePath: string): string =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/** Rewords zod's messages: clients send fields, not input or undefined. */
export function plainMessage(message: string): string {
  if (message.endsWith('received undefined')) return 'is required';
  const [, expected, received] =
    /^Invalid input: expected (.+), received (.+)$/.exec(message) ?? [];
  if (expected !== undefined) return `must be of type ${expected}, not ${received ?? 'another'}`;
  return message.startsWith('must ') || message.startsWith('may ')
    ? message
    : `is not valid: ${message}`;
}

/** Translates errors of Fastify and its plugins. */
function translate(error: FastifyError & { statusCode: number }): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return malformedRequest('body_too_large', 'The request body is too large', 413);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return malformedRequest(
        'unsupported_media_type',
        'Send JSON, with content-type application/json',
      );
    case 'FST_ERR_BAD_URL':
      return malformedRequest('malformed_url', 'The URL is malformed');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound();
    default:
      if (error.statusCode === 404) return notFound();
      if (error.statusCode === 503) return unavailable('The service is not available right now');
      return error.statusCode >= 400 && error.statusCode < 500
        ? malformedRequest('bad_request', 'Bad request', 400, error)
        : null;
  }
}

const isFastifyError = (error: unknown): error is FastifyError & { statusCode: number } =>
  error instanceof Error &&
  'code' in error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number';
