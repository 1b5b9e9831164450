import {
  csvFileQuerySchema,
  downloadSchemas,
  errorBodySchema,
  isTextFormat,
  linkDownloadFormats,
  linkedBatchSchema,
  linkedRowsParamsSchema,
  openLinkSchema,
  rangeHeadersSchema,
  resultRowsSchema,
  type DownloadFormat,
} from '@sluice/contracts';
import { forbidden, notFound } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Audit } from '../audit/index.js';
import { closeStalled } from '../access/index.js';
import { errorResponses, notModifiedResponse, type Scope } from '../http/index.js';
import {
  csvOptionsOf,
  type Downloads,
  fileResponse,
  openResults,
  pageOf,
  pageQuery,
  partResponses,
  type ResultReads,
  type RowsPage,
  sendDownload,
  sendRows,
  type StreamLimit,
} from '../statements/index.js';
import type { LinkWatch } from './link-watch.js';
import type { OpenLink } from './open-links.js';
import type { LinkPasses } from './passes.js';
import { linkEvent, type VisitedStatement, type Visits } from './visits.js';

/** Dependencies of {@link registerVisits}. */
export interface VisitRouteDependencies {
  visits: Visits;
  passes: LinkPasses;
  watch: LinkWatch;
  results: ResultReads;
  downloads: Downloads;
  streamLimit: StreamLimit;
  audit: Pick<Audit, 'record'>;
  /** SERVICE_RESULTS_STALL_SECONDS in milliseconds. */
  stalledMs: number;
  cookie: {
    /** Empty at the root. */
    baseUrl: string;
    isSecure: boolean;
  };
}

const tags = ['links'];
const COOKIE = 'sluice_link';
/** After this time the page opens the link again, with its password. */
const MAX_PASS_MS = 12 * 3_600_000;

const tooMany = errorBodySchema.describe('Too many requests or wrong passwords; see Retry-After.');
const responses = { ...notModifiedResponse, ...errorResponses, 429: tooMany };

/** Registers `/api/links`, for visitors without an account. */
export function registerVisits(scope: Scope, dependencies: VisitRouteDependencies): void {
  openRoute(scope, dependencies);
  rowsRoute(scope, dependencies);
  for (const format of linkDownloadFormats) downloadRoute(scope, format, dependencies);
}

function openRoute(
  scope: Scope,
  { visits, passes, cookie: { baseUrl, isSecure } }: VisitRouteDependencies,
): void {
  scope.route({
    method: 'POST',
    url: '/api/links/open',
    schema: {
      summary: 'Open a public link; sets a cookie with which its rows are read',
      tags,
      body: openLinkSchema,
      response: {
        200: linkedBatchSchema,
        404: errorBodySchema.describe('The link does not exist or has ended.'),
        429: tooMany,
        ...errorResponses,
      },
    },
    handler: async (request, reply) => {
      const { link, batch } = await visits.begin(request.body, request.ip);
      const expires = new Date(Math.min(link.expiresAt.getTime(), Date.now() + MAX_PASS_MS));
      reply.header('cache-control', 'no-store').setCookie(COOKIE, passes.issue(link.id, expires), {
        path: `${baseUrl}/api/links/${link.id}`,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure,
        expires,
      });
      return batch;
    },
  });
}

function rowsRoute(scope: Scope, dependencies: VisitRouteDependencies): void {
  const { results, streamLimit } = dependencies;
  scope.route({
    method: 'GET',
    url: '/api/links/:id/statements/:statementId/results',
    exposeHeadRoute: false,
    schema: {
      summary: 'Get rows that a public link shows, with the cookie of the opened link',
      tags,
      params: linkedRowsParamsSchema,
      querystring: pageQuery,
      response: { 200: resultRowsSchema, ...responses },
    },
    handler: async (request, reply) => {
      const { link, statement } = await visited(request, dependencies);
      const { etag, reading } = await openResults(results, statement, {
        page: cut(pageOf(request.query), link.maxRows),
        ifNoneMatch: request.headers['if-none-match'],
      });
      reply.header('etag', etag);
      await sendRows({ request, reply }, statement.id, reading, (rows) => {
        streamLimit.admit(statement.readerId, rows);
        guardReply({ request, reply }, link, dependencies);
      });
      return reply;
    },
  });
}

function downloadRoute(
  scope: Scope,
  format: DownloadFormat,
  dependencies: VisitRouteDependencies,
): void {
  const { downloads, audit } = dependencies;
  scope.route({
    method: 'GET',
    url: `/api/links/:id/statements/:statementId/download.${format}`,
    exposeHeadRoute: false,
    // A range must be a part of the same bytes as the whole, so neither is compressed.
    compress: false,
    schema: {
      summary: `Download rows that a public link shows as ${format}, if it allows downloads`,
      tags,
      params: linkedRowsParamsSchema,
      querystring: format === 'csv' ? csvFileQuerySchema : z.object({}),
      ...(isTextFormat(format) && { headers: rangeHeadersSchema }),
      response: {
        200: fileResponse(format, downloadSchemas[format], 'The file, as an attachment.'),
        403: errorBodySchema.describe('The link does not allow downloads.'),
        ...(isTextFormat(format) && partResponses(format)),
        ...responses,
      },
    },
    handler: async (request, reply) => {
      downloads.requireAllowed();
      const { link, statement } = await visited(request, dependencies);
      if (!link.allowDownload) {
        throw forbidden('The link does not allow downloads', 'downloads_disabled');
      }
      const wanted = {
        format,
        view: null,
        ...csvOptionsOf(request.query),
        isHead: false,
        range: request.headers.range,
        ifRange: request.headers['if-range']?.toString(),
        ifNoneMatch: request.headers['if-none-match'],
      };
      await sendDownload(downloads, { request, reply }, statement, wanted, async (part) => {
        const { detail, ...event } = linkEvent(link, request.ip);
        const what = { ...detail, statementId: statement.id, ...part };
        await audit.record({ ...event, action: 'link.downloaded', detail: what });
        guardReply({ request, reply }, link, dependencies);
      });
      return reply;
    },
  });
}

/** Returns the statement of a request with the cookie of the opened link. @throws AppError 404 */
async function visited(
  request: FastifyRequest<{ Params: z.infer<typeof linkedRowsParamsSchema> }>,
  { visits, passes }: VisitRouteDependencies,
): Promise<VisitedStatement> {
  const { id, statementId } = request.params;
  if (!passes.isValid(request.cookies[COOKIE] ?? '', id)) throw notFound();
  return visits.statement(id, statementId, request.ip);
}

/** Closes the connection of a long response when the link ends or the client reads nothing. */
function guardReply(
  { request, reply: { raw } }: { request: FastifyRequest; reply: Pick<FastifyReply, 'raw'> },
  link: OpenLink,
  { watch, stalledMs }: Pick<VisitRouteDependencies, 'watch' | 'stalledMs'>,
): void {
  closeStalled({ raw }, stalledMs);
  const stop = watch.open(link, () => {
    request.log.info({ linkId: link.id }, 'result stream closed: link ended');
    raw.destroy();
  });
  raw.once('close', stop);
}

/** Limits a page to the rows that the link shows. */
function cut(page: RowsPage | null, maxRows: number | null): RowsPage | null {
  if (maxRows === null) return page;
  const { offset, limit = maxRows } = page ?? { offset: 0 };
  const shown = Math.max(0, maxRows - offset);
  return { offset: Math.min(offset, maxRows), limit: Math.min(limit, shown) };
}
