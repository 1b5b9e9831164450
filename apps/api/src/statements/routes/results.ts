import { errorBodySchema, idParamsSchema, resultRowsSchema } from '@sluice/contracts';
import type { ResultReading } from '@sluice/results';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type Audit, auditContextOf, downloadEvent } from '../../audit/index.js';
import {
  openResults,
  type ResultLink,
  type ResultReads,
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

/** What the route of results works with. */
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

const resultsQuery = z.object({
  offset: wholeNumber.optional().describe('Rows left out at the start.'),
  limit: wholeNumber
    .optional()
    .describe("Most rows answered; the statement's rowCount is the total."),
  redirect: z
    .string()
    .optional()
    .describe(
      '`true`: all rows of a finished statement may come from the object storage, by a link (302) that ' +
        'lasts a minute or so; without one, and of pages, they come as always.',
    ),
});

/** `GET /api/statements/:id/results` */
export function resultsRoute(scope: Scope, dependencies: ResultsRouteDependencies): void {
  const { statements, results, streamLimit, audit, limits, linkSeconds } = dependencies;
  scope.route({
    // HEAD by itself: Fastify's own would read the whole file and throw it away.
    method: ['GET', 'HEAD'],
    url: '/api/statements/:id/results',
    exposeHeadRoute: false,
    schema: {
      summary: 'The rows of a statement: all, or a page, which can be read while it runs',
      tags: ['statements'],
      params: idParamsSchema,
      querystring: resultsQuery,
      response: {
        200: resultRowsSchema,
        302: z.null().describe('The rows are at `Location`, for who has that address.'),
        429: errorBodySchema.describe('Too many results are being read; see Retry-After.'),
        ...notModifiedResponse,
        ...resultResponses,
      },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { id } = request.params;
      const asked = {
        page: pageOf(request.query),
        ifNoneMatch: request.headers['if-none-match'],
        // A link is for GET alone: HEAD is part of what would have to be signed.
        linkSeconds:
          request.query.redirect === 'true' && request.method === 'GET' ? linkSeconds : 0,
      };
      const { statement, etag, reading } = await statements.withOwn(
        principal,
        id,
        async (statement) => ({ statement, ...(await openResults(results, statement, asked)) }),
      );
      if (typeof reading === 'object' && 'address' in reading) {
        await audit.record(
          downloadEvent(auditContextOf(request), statement, { format: 'json', link: true }),
        );
        sendLink(reply, reading);
        return reply;
      }
      reply.header('etag', etag);
      if (reading === 'not modified') sendNothing(reply, 304);
      else if (reading === 'empty') sendJson(reply, '[]');
      else if (request.method === 'HEAD') sendHead(reply, reading);
      else {
        streamLimit.admit(principal.id, reading);
        guardLongReply(request, reply, statement, limits);
        reading.stream.once('error', (error) =>
          request.log.error({ err: error, statementId: id }, 'Results were cut off'),
        );
        reply.header('content-length', reading.bytes);
        sendJson(reply, await bodyOf(reading));
      }
      return reply;
    },
  });
}

/** Whoever has the address has the rows: no cache keeps it, and no page that it leads to is told of it. */
const sendLink = (reply: AnyReply, { address }: ResultLink): AnyReply =>
  reply.header('location', address).header('cache-control', 'no-store').code(302).send();

/** Smaller bodies go as one piece: a stream through the compressor takes longer than reading them. */
const smallBytes = 16_384;

const bodyOf = ({ bytes, stream }: ResultReading) => (bytes < smallBytes ? buffer(stream) : stream);

const pageOf = ({
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
