import { errorBodySchema } from '@sluice/contracts';
import { unauthorized } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Principal } from '../identity/principal/index.js';
import { matchesEtag } from '../representation/index.js';

/** Responses of any route that uses the database. The document adds those of plugins. */
export const errorResponses = {
  500: errorBodySchema.describe('Unexpected error.'),
  503: errorBodySchema.describe(
    'The service is stopping, or its database is unavailable; see Retry-After.',
  ),
};

/** Responses of routes for items with an owner. */
export const ownedResponses = {
  ...errorResponses,
  403: errorBodySchema.describe('The item belongs to another user.'),
};

/** Responses of result routes, which also require access to the connection. */
export const resultResponses = {
  ...errorResponses,
  403: errorBodySchema.describe(
    'The item belongs to another user, or (`connection_access`) the owner has no access to its connection.',
  ),
};

/** The response to a matching `If-None-Match`. */
export const notModifiedResponse = {
  304: z.null().describe('The client has the current version.'),
};

/**
 * Returns the principal of a request. Protected scopes have authenticated it. @throws AppError 401
 * on an anonymous request
 */
export const principalOf = (request: { principal: Principal | null }): Principal => {
  if (request.principal === null) throw unauthorized();
  return request.principal;
};

/**
 * Returns a signal that aborts when the client disconnects before the response ends. Others may
 * abort the controller too.
 */
export function disconnectSignal(
  reply: Pick<FastifyReply, 'raw'>,
  controller = new AbortController(),
): AbortSignal {
  // A string as the reason avoids creating an exception, which costs more than the rest of the
  // function.
  reply.raw.once('close', () => controller.abort('gone'));
  return controller.signal;
}

/** A reply without the route's response type, for JSON that is already rendered. */
export interface AnyReply {
  code(status: number): AnyReply;
  header(name: string, value: string | number): AnyReply;
  type(contentType: string): AnyReply;
  send(payload?: unknown): AnyReply;
}

/** Sends JSON with an entity tag, or 304. */
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

/** Sends a response without a body. */
export const sendNothing = (reply: AnyReply, status: 204 | 304): AnyReply =>
  reply.code(status).send();

/** Sends rendered JSON. */
export const sendJson = (reply: AnyReply, json: unknown): AnyReply =>
  reply.type('application/json; charset=utf-8').send(json);
