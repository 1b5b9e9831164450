import { errorBodySchema, idParamsSchema, resultRowsSchema } from '@sluice/contracts';
import type { ResultReading } from '@sluice/results';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type Audit, auditContextOf, downloadEvent } from '../../audit/index.js';
import {
  linkToResults,
  openResults,
  type ResultLink,
  type ResultReads,
  type ResultsAnswer,
  type RowsPage,
  type StreamLimit,
} from '../results.js';
import type { Statements } from '../service.js';
import {
  type AnyReply,
  notModifiedResponse,
  principalOf,
  resultResponses,
  type Scope,
  sendJson,
  sendNothing,
} from '../../http/index.js';
import { guardLongReply, type LongReplyLimits } from '../../access/index.js';

/** Dependencies of the results route. */
export interface ResultsRouteDependencies {
  statements: Statements;
  results: ResultReads;
  streamLimit: StreamLimit;
  audit: Pick<Audit, 'record'>;
  limits: LongReplyLimits;
  /** SERVICE_RESULTS_S3_LINK_SECONDS. */
  linkSeconds: number;
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** The query parameters of a page of rows. */
export const pageQuery = z.object({
  offset: wholeNumber.optional().describe('Number of rows to skip.'),
  limit: wholeNumber
    .optional()
    .describe("Maximum number of rows; the statement's rowCount is the total."),
});

const resultsQuery = pageQuery.extend({
  redirect: z
    .string()
    .optional()
    .describe(
      '`true` allows a redirect (302) to the object storage for all rows of a finished statement. The link ' +
        'expires after about a minute. Pages, and stores without links, return the rows directly.',
    ),
});

/** `GET /api/statements/:id/results` */
export function resultsRoute(scope: Scope, dependencies: ResultsRouteDependencies): void {
  const { statements, results, streamLimit, audit, limits, linkSeconds } = dependencies;
  scope.route({
    // Handles HEAD itself: Fastify's default would read the whole file and discard it.
    method: ['GET', 'HEAD'],
    url: '/api/statements/:id/results',
    exposeHeadRoute: false,
    schema: {
      summary:
        'Get the rows of a statement: all, or a page, which is available while the statement runs',
      tags: ['statements'],
      params: idParamsSchema,
      querystring: resultsQuery,
      response: {
        200: resultRowsSchema,
        302: z.null().describe('The rows are at `Location`, without authentication.'),
        429: errorBodySchema.describe('Too many open result streams; see Retry-After.'),
        ...notModifiedResponse,
        ...resultResponses,
      },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { id } = request.params;
      const page = pageOf(request.query);
      const ifNoneMatch = request.headers['if-none-match'];
      // Links are for GET only: the signature covers the method.
      const isLinkWanted =
        request.query.redirect === 'true' && request.method === 'GET' && page === null;
      const seconds = isLinkWanted ? linkSeconds : 0;
      const { statement, opened } = await statements.withReadable(
        principal,
        id,
        async (statement) => {
          const link =
            seconds === 0
              ? null
              : await linkToResults(results, statement, { ifNoneMatch, seconds });
          const wanted = { page, ifNoneMatch };
          return { statement, opened: link ?? (await openResults(results, statement, wanted)) };
        },
      );
      if ('address' in opened) {
        await audit.record(
          downloadEvent(auditContextOf(request), statement, { format: 'json', link: true }),
        );
        sendLink(reply, opened);
        return reply;
      }
      reply.header('etag', opened.etag);
      await sendRows({ request, reply }, id, opened.reading, (rows) => {
        streamLimit.admit(principal.id, rows);
        guardLongReply(request, reply, statement, limits);
      });
      return reply;
    },
  });
}

/** Sends the rows of a statement. Calls `onOpened` before the first byte of a stream. */
export async function sendRows(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  statementId: string,
  reading: ResultsAnswer['reading'],
  onOpened: (rows: ResultReading) => void,
): Promise<void> {
  if (reading === 'not modified') sendNothing(reply, 304);
  else if (reading === 'empty') sendJson(reply, '[]');
  else if (request.method === 'HEAD') sendHead(reply, reading);
  else {
    onOpened(reading);
    reading.stream.once('error', (error) =>
      request.log.error({ err: error, statementId }, 'result stream aborted'),
    );
    reply.header('content-length', reading.bytes);
    sendJson(reply, await bodyOf(reading));
  }
}

/** The address grants access to the rows: it must not be cached or sent as a referrer. */
const sendLink = (reply: AnyReply, { address }: ResultLink): AnyReply =>
  reply.header('location', address).header('cache-control', 'no-store').code(302).send();

/**
 * Smaller bodies are sent in one piece: streaming them through the compressor takes longer than
 * reading them.
 */
const SMALL_BYTES = 16_384;

const bodyOf = ({ bytes, stream }: ResultReading) =>
  bytes < SMALL_BYTES ? buffer(stream) : stream;

/** Returns the requested page; null for all rows. */
export const pageOf = ({
  offset,
  limit,
}: {
  offset?: number | undefined;
  limit?: number | undefined;
}): RowsPage | null =>
  offset === undefined && limit === undefined ? null : { offset: offset ?? 0, limit };

function sendHead(reply: AnyReply, { bytes, stream }: ResultReading): void {
  stream.destroy();
  reply.type('application/json; charset=utf-8').header('content-length', bytes).send();
}
