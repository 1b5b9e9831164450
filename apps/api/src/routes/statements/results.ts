import { errorBodySchema, idParamsSchema, resultRowsSchema } from '@sluice/contracts';
import type { ResultReading } from '@sluice/results';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import {
  openResults,
  type ResultReads,
  type RowsPage,
  type StreamLimit,
} from '../../services/results.js';
import type { Statements } from '../../services/statements.js';
import {
  ownedResponses,
  notModifiedResponse,
  principalOf,
  sendJson,
  sendNothing,
  type AnyReply,
} from '../execution-replies.js';
import type { Scope } from '../../scope.js';
import { cutStalledReader, type ExecutionTiming } from '../execution-timing.js';

/** What the route of results works with. */
export interface ResultsRouteDependencies {
  statements: Statements;
  results: ResultReads;
  streamLimit: StreamLimit;
  timing: ExecutionTiming;
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
});

/** `GET /api/statements/:id/results` */
export function resultsRoute(scope: Scope, dependencies: ResultsRouteDependencies): void {
  const { statements, results, streamLimit, timing } = dependencies;
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
        429: errorBodySchema.describe('Too many results are being read; see Retry-After.'),
        ...notModifiedResponse,
        ...ownedResponses,
      },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { id } = request.params;
      const page = pageOf(request.query);
      const ifNoneMatch = request.headers['if-none-match'];
      const { etag, reading } = await statements.withOwn(principal, id, (statement) =>
        openResults(results, statement, { page, ifNoneMatch }),
      );
      reply.header('etag', etag);
      if (reading === 'not modified') sendNothing(reply, 304);
      else if (reading === 'empty') sendJson(reply, '[]');
      else if (request.method === 'HEAD') sendHead(reply, reading);
      else {
        streamLimit.admit(principal.id, reading);
        cutStalledReader(reply, timing);
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
