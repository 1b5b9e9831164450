import {
  csvQuerySchema,
  downloadedViewSchema,
  downloadFormats,
  downloadSchemas,
  errorBodySchema,
  idParamsSchema,
  isTextFormat,
  rangeHeadersSchema,
  textQuerySchema,
  type DownloadedView,
  type DownloadFormat,
} from '@sluice/contracts';
import { AppError, badRequest } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Audit, auditContextOf, downloadEvent } from '../../audit/index.js';
import { attachment, downloadName } from '../download-name.js';
import type { DownloadAnswer, DownloadRequest, Downloads } from '../downloads.js';
import type { ReadableStatement, Statements } from '../service.js';
import {
  type AnyReply,
  disconnectSignal,
  notModifiedResponse,
  principalOf,
  resultResponses,
  type Scope,
  sendNothing,
} from '../../http/index.js';
import { guardLongReply, type LongReplyLimits } from '../../access/index.js';

/** Dependencies of the download routes. */
export interface DownloadRouteDependencies {
  statements: Statements;
  downloads: Downloads;
  audit: Pick<Audit, 'record'>;
  limits: LongReplyLimits;
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} satisfies Record<DownloadFormat, string>;

const summaries = {
  csv: 'Download the rows as CSV (RFC 4180)',
  xlsx: 'Download the rows as an Excel workbook',
  json: 'Download the rows as a JSON array of objects',
  ndjson: 'Download the rows as JSON objects, one per line',
  parquet: 'Download the rows as a Parquet file with typed columns',
} satisfies Record<DownloadFormat, string>;

/** `GET /statement-results/:id.<format>` and `GET /api/statements/:id/download.<format>` */
export function downloadRoutes(scope: Scope, dependencies: DownloadRouteDependencies): void {
  for (const format of downloadFormats) {
    for (const url of [
      `/statement-results/:id.${format}`,
      `/api/statements/:id/download.${format}`,
    ]) {
      downloadRoute(scope, url, format, dependencies);
    }
  }
}

function downloadRoute(
  scope: Scope,
  url: string,
  format: DownloadFormat,
  { statements, downloads, audit, limits }: DownloadRouteDependencies,
): void {
  scope.route({
    // Handles HEAD itself: Fastify's default would convert the whole result and discard it.
    method: ['GET', 'HEAD'],
    url,
    exposeHeadRoute: false,
    // A range must be a part of the same bytes as the whole, so neither is compressed.
    compress: false,
    schema: {
      summary: summaries[format],
      tags: ['statements'],
      params: idParamsSchema,
      querystring: queryOf(format),
      ...(isTextFormat(format) && { headers: rangeHeadersSchema }),
      response: {
        200: fileResponse(format, downloadSchemas[format], 'The file, as an attachment.'),
        ...(isTextFormat(format) && partResponses(format)),
        429: errorBodySchema.describe('Too many open result streams; see Retry-After.'),
        ...notModifiedResponse,
        ...resultResponses,
        ...(format !== 'xlsx' && processResponses),
      },
    },
    handler: async (request, reply) => {
      downloads.requireAllowed();
      const statement = await statements.findReadable(principalOf(request), request.params.id);
      const wanted = {
        format,
        view: viewOf(request.query),
        ...csvOptionsOf(request.query),
        isHead: request.method === 'HEAD',
        range: request.headers.range,
        ifRange: headerOf(request, 'if-range'),
        ifNoneMatch: request.headers['if-none-match'],
      };
      const exchange = { request, reply };
      const watched = watchedDownload({ audit, limits }, exchange, statement);
      await sendDownload(downloads, exchange, statement, wanted, watched);
      return reply;
    },
  });
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The part of a result that is downloaded, for the audit log. */
export interface DownloadedPart {
  format: DownloadFormat;
  range?: string | undefined;
  view?: boolean;
}

/** Returns a function that records a download of a principal, and closes it when the access ends. */
export const watchedDownload =
  (
    { audit, limits }: Pick<DownloadRouteDependencies, 'audit' | 'limits'>,
    { request, reply }: Exchange,
    statement: ReadableStatement,
  ) =>
  async (part: DownloadedPart): Promise<void> => {
    await audit.record(downloadEvent(auditContextOf(request), statement, part));
    guardLongReply(request, reply, statement, limits);
  };

/**
 * Sends the rows of a statement as a file. Calls `onOpened` before the first byte of a file.
 *
 * @throws as `Downloads.open`
 */
export async function sendDownload(
  downloads: Pick<Downloads, 'open'>,
  { request, reply }: Exchange,
  statement: ReadableStatement,
  wanted: Omit<DownloadRequest, 'signal'>,
  onOpened: (part: DownloadedPart) => Promise<void>,
): Promise<void> {
  const { format, view, range } = wanted;
  const signal = disconnectSignal(reply);
  const answer = await downloads.open(statement, { ...wanted, signal }).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (answer === null) {
    reply.hijack();
    return;
  }
  reply
    .header('etag', answer.etag)
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', isTextFormat(format) && view === null ? 'bytes' : 'none')
    .header('content-disposition', attachment(downloadName(statement, format)));
  if (answer.is === 'not modified') {
    sendNothing(reply, 304);
    return;
  }
  if ('stream' in answer && request.method === 'GET') {
    await onOpened({
      format,
      ...(answer.is === 'part' && { range }),
      ...(view && { view: true }),
    });
  }
  send(request, reply.type(contentTypes[format]), answer, statement.id);
}

/** Describes a file response. The document names the media type without parameters. */
export const fileResponse = (format: DownloadFormat, schema: z.ZodType, description: string) => ({
  description,
  content: { [contentTypes[format].split(';')[0] ?? '']: { schema } },
});

/** Describes the responses to a request for a range. */
export const partResponses = (format: DownloadFormat) => ({
  206: fileResponse(format, z.string(), 'The bytes of the requested `Range`.'),
  416: errorBodySchema.describe('The `Range` is not satisfiable.'),
});

/** Describes the responses of a download that a process of views makes. */
export const processResponses = {
  413: errorBodySchema.describe('The `view` or file exceeds the memory or disk limit of views.'),
  503: errorBodySchema.describe(
    'The `view` or file took too long, or the service is not available.',
  ),
};

function queryOf(format: DownloadFormat) {
  if (!isTextFormat(format)) return z.object({});
  return format === 'csv' ? csvQuerySchema : textQuerySchema;
}

/** Parses the query parameter `view`. @throws AppError 400 that names the field */
function viewOf({ view }: { view?: string | undefined }): DownloadedView | null {
  if (view === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(view);
  } catch {
    throw badRequest([{ path: 'view', message: 'must be JSON' }]);
  }
  const parsed = downloadedViewSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badRequest(
    parsed.error.issues.map(({ path, message }) => ({
      path: ['view', ...path].join('.'),
      message,
    })),
  );
}

export const csvOptionsOf = (query: { raw?: string | undefined; bom?: string | undefined }) => ({
  raw: query.raw === 'true',
  bom: query.bom === 'true',
});

const headerOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  headers[name]?.toString();

function send(
  request: FastifyRequest,
  reply: AnyReply,
  answer: Exclude<DownloadAnswer, { is: 'not modified' }>,
  statementId: string,
): void {
  switch (answer.is) {
    case 'unsatisfiable':
      reply.header('content-range', `bytes */${answer.total}`);
      throw new AppError('range_not_satisfiable', 416, 'The requested range is not satisfiable');
    case 'whole':
      if (answer.bytes !== undefined) reply.header('content-length', answer.bytes);
      break;
    case 'part': {
      const { first, last } = answer.range;
      reply
        .code(206)
        .header('content-range', `bytes ${first}-${last}/${answer.total}`)
        .header('content-length', last - first + 1);
    }
  }
  const { stream } = answer;
  if (request.method === 'HEAD') {
    stream.destroy();
    reply.send();
    return;
  }
  stream.once('error', (error) =>
    request.log.error({ err: error, statementId }, 'download aborted'),
  );
  reply.send(stream);
}
