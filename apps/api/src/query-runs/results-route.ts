import {
  downloadSchemas,
  errorBodySchema,
  idParamsSchema,
  queryResultFormatNames,
  queryResultFormats,
  queryResultsSchema,
  runQuerySchema,
  type QueryResultFormat,
} from '@sluice/contracts';
import { AppError } from '@sluice/errors';
import {
  batchOf,
  runBatch,
  submitQuery,
  submitResponses,
  type Snapshot,
  type SubmitDependencies,
} from '../batches/index.js';
import {
  notModifiedResponse,
  parse,
  principalOf,
  resultResponses,
  type Scope,
} from '../http/index.js';
import { getQuery, type QueryDependencies } from '../queries/index.js';
import {
  csvOptionsOf,
  type DownloadRouteDependencies,
  fileResponse,
  processResponses,
  sendDownload,
  watchedDownload,
} from '../statements/index.js';
import { accessUserOf } from './access-user.js';
import { bodyOfRun } from './run-body.js';
import { valuesOfSearch } from './result-parameters.js';

/** Dependencies of {@link queryResultsRoutes}. */
export interface QueryResultsDependencies extends DownloadRouteDependencies {
  queries: QueryDependencies;
  batches: SubmitDependencies;
}

/** Proxies commonly end a request after 60 s. */
const DEFAULT_WAIT_SECONDS = 30;

/** `GET /api/queries/:id/results.<format>` */
export function queryResultsRoutes(scope: Scope, dependencies: QueryResultsDependencies): void {
  for (const format of queryResultFormats) queryResultsRoute(scope, format, dependencies);
}

function queryResultsRoute(
  scope: Scope,
  format: QueryResultFormat,
  { queries, batches, statements, downloads, audit, limits }: QueryResultsDependencies,
): void {
  scope.route({
    method: 'GET',
    url: `/api/queries/:id/results.${format}`,
    exposeHeadRoute: false,
    schema: {
      summary: `Run a saved query read-only, or reuse a run, and get the rows as ${queryResultFormatNames[format]}`,
      description:
        'A query parameter `param.<name>` is the value of a placeholder; a repeated one is a list. The rows are those of ' +
        'the last statement that returns rows. The header `sluice-batch-id` names the run.',
      tags: ['queries'],
      params: idParamsSchema,
      querystring: queryResultsSchema.extend(submitQuery.shape),
      response: {
        200: fileResponse(format, downloadSchemas[format], 'The rows.'),
        422: errorBodySchema.describe('The run failed, was cancelled or returned no rows.'),
        429: submitResponses[429],
        504: errorBodySchema.describe('The run has not ended in `wait` seconds. It continues.'),
        ...notModifiedResponse,
        ...resultResponses,
        ...(format === 'parquet' && processResponses),
      },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      downloads.requireAllowed();
      const { maxAge, wait = DEFAULT_WAIT_SECONDS } = request.query;
      const { body: query } = await getQuery(queries, principal, request.params.id);
      const parameters = valuesOfSearch(request.query, query.parameters);
      const snapshot = await runBatch(
        batches,
        { request, reply },
        {
          body: bodyOfRun(query, parse(runQuerySchema, { parameters, maxAgeSeconds: maxAge })),
          waitSeconds: wait,
          definitions: query.parameters,
          readOnly: true,
          accessUser: await accessUserOf(batches.batches, query, principal),
        },
      );
      reply.header('sluice-batch-id', snapshot.id);
      const statement = await statements.findReadable(principal, rowsOf(snapshot, wait));
      const wanted = {
        format,
        view: null,
        ...csvOptionsOf(request.query),
        isHead: false,
        range: undefined,
        ifRange: undefined,
        ifNoneMatch: request.headers['if-none-match'],
      };
      const exchange = { request, reply };
      const watched = watchedDownload({ audit, limits }, exchange, statement);
      await sendDownload(downloads, exchange, statement, wanted, watched);
      return reply;
    },
  });
}

/** Returns the ID of the last statement with rows. @throws AppError 504 or 422 without any */
function rowsOf(snapshot: Snapshot, waitSeconds: number): string {
  const { id, status, statements } = batchOf(snapshot);
  if (status === 'started') {
    throw new AppError('run_not_ended', 504, `The run has not ended in ${waitSeconds} s`, {
      detail: `Batch ${id} continues. A request with maxAge gets its rows after its end.`,
    });
  }
  if (status !== 'finished') {
    const failed = statements.find(({ error }) => error !== null);
    const title = failed?.error?.title ?? 'The run was cancelled';
    throw new AppError('run_failed', 422, title, { detail: `Batch ${id}` });
  }
  const withRows = statements.findLast(({ columns }) => columns !== null);
  if (withRows === undefined) {
    throw new AppError('no_rows', 422, 'The query returns no rows', { detail: `Batch ${id}` });
  }
  return withRows.id;
}
