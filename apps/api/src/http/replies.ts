import { errorBodySchema } from '@sluice/contracts';
import { unauthorized } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Principal } from '../identity/principal/index.js';
import { matchesEtag } from '../representation/index.js';

/** Answers that any route can give that asks the database; what plugins answer is added to the document. */
export const errorResponses = {
  500: errorBodySchema.describe('Unexpected error.'),
  503: errorBodySchema.describe('Stopping, or the database is away; see Retry-After.'),
};

/** The answer about items that belong to somebody. */
export const ownedResponses = {
  ...errorResponses,
  403: errorBodySchema.describe("It is somebody else's."),
};

/** Answers about results, which also require access to their connection. */
export const resultResponses = {
  ...errorResponses,
  403: errorBodySchema.describe(
    "It is somebody else's, or (`connection_access`) the owner has no access to its connection.",
  ),
};

/** The answer to a matching `If-None-Match`. */
export const notModifiedResponse = { 304: z.null().describe('The client has this version.') };

/** Who asks; the protected scope has made sure that somebody does. */
export const principalOf = (request: { principal: Principal | null }): Principal => {
  if (request.principal === null) throw unauthorized();
  return request.principal;
};

/** Aborted when the client is gone before the answer is; others may abort the controller, too. */
export function goneSignal(
  reply: Pick<FastifyReply, 'raw'>,
  controller = new AbortController(),
): AbortSignal {
  // With a reason of our own no exception is made, which costs more than all the rest.
  reply.raw.once('close', () => controller.abort('gone'));
  return controller.signal;
}

/** A reply whatever its route's answers are typed as: JSON is rendered already here. */
export interface AnyReply {
  code(status: number): AnyReply;
  header(name: string, value: string | number): AnyReply;
  type(contentType: string): AnyReply;
  send(payload?: unknown): AnyReply;
}

/** Sends JSON under a tag, or 304. */
export function sendTagged(
  request: Pick<FastifyRequest, 'headers'>,
  reply: AnyReply,
  etag: string,
  json: () => string,
): void {
  reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) sendNothing(reply, 304);
  else sendJson(reply, json());
}

/** An answer without a body. */
export const sendNothing = (reply: AnyReply, status: 204 | 304): AnyReply =>
  reply.code(status).send();

/** Sends rendered JSON. */
export const sendJson = (reply: AnyReply, json: unknown): AnyReply =>
  reply.type('application/json; charset=utf-8').send(json);
