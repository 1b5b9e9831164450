import { notFound, type AppError } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Scope } from './scope.js';
import { asAppError, bodyOf } from './error-bodies.js';

/**
 * Replies to a browser that opened an unknown page; returns false if the client is not a browser.
 */
export type ReplyToBrowser = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Converts errors to responses in one place: every 4xx and 5xx body has a `title`. The cause of a
 * 500 is only logged, under the request id. A browser gets a page for an unknown page address.
 */
export function handleErrors(app: Scope, replyToBrowser: ReplyToBrowser = () => false): void {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    if (!replyToBrowser(request, reply)) sendError(notFound(), request, reply);
  });
}

/** Headers of every response, for responses that are sent before any hook has run. */
export const earlyHeaders = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Handles the errors that Fastify raises before any hook runs: a malformed URL or a parameter that
 * is too long.
 */
export function sendEarlyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...earlyHeaders, 'x-request-id': request.id });
  sendError(error, request, reply);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error, fieldsOf(request.routeOptions.schema?.body));
  const status = known?.status ?? 500;
  if (status >= 500) log(error, known, request);
  if (known?.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds);
  // The failed response may have set headers that describe its body.
  for (const name of ['etag', 'content-length', 'content-disposition', 'content-encoding']) {
    reply.removeHeader(name);
  }
  // Read the rest of the body, as for any other refusal: a reverse proxy that is cut off while it
  // sends marks the backend as failed, so a client could take all backends out of service.
  if (known?.code === 'body_too_large') reply.removeHeader('connection');
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(known, request.id));
}

const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

function log(error: unknown, known: AppError | null, request: FastifyRequest): void {
  if (known !== null && known.status > 500) {
    request.log.warn({ err: known.cause ?? known }, known.title);
  } else {
    request.log.error({ err: error }, 'request failed');
  }
}
