import { notFound, type AppError } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from './scope.js';
import { asAppError, bodyOf } from './error-bodies.js';

/** Answers somebody who has typed an address that is none; false when it was not a person. */
export type AnswerVisitor = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * The one place where errors become answers: every 4xx and 5xx body has a `title`. The cause of a
 * 500 goes to the log only, under the request's id. Only visitors of pages that are none get a page.
 */
export function handleErrors(app: Scope, answerVisitor: AnswerVisitor = () => false): void {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    if (!answerVisitor(request, reply)) sendError(notFound(), request, reply);
  });
}

/** Those of every answer, for answers that come before any hook has run. */
export const earlyHeaders = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** For errors that Fastify raises before any hook runs: a malformed address, an endless parameter. */
export function sendEarlyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...earlyHeaders, 'x-request-id': request.id });
  sendError(error, request, reply);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error);
  const status = known?.status ?? 500;
  if (status >= 500) log(error, known, request);
  if (known?.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds);
  // An answer that had begun may have said something else about its body.
  for (const name of ['etag', 'content-length', 'content-disposition', 'content-encoding']) {
    reply.removeHeader(name);
  }
  // The rest of the body is let in, as with any other refusal: a proxy that is cut off while it sends takes the process
  // for broken, and anybody could have all of them taken for that.
  if (known?.code === 'body_too_large') reply.removeHeader('connection');
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(known, request.id));
}

function log(error: unknown, known: AppError | null, request: FastifyRequest): void {
  if (known !== null && known.status > 500) {
    request.log.warn({ err: known.cause ?? known }, known.title);
  } else {
    request.log.error({ err: error }, 'the request failed');
  }
}
