import { z } from 'zod';
import { csvQuerySchema } from './downloads.js';
import { maxAgeSecondsSchema } from './reuse.js';

/** Formats of `GET /api/queries/:id/results.<format>`. */
export const queryResultFormats = ['json', 'csv', 'ndjson', 'parquet'] as const;
/** See {@link queryResultFormats}. */
export type QueryResultFormat = (typeof queryResultFormats)[number];

/** The names of formats in texts. */
export const queryResultFormatNames = {
  json: 'JSON',
  csv: 'CSV',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
} satisfies Record<QueryResultFormat, string>;

/** A query parameter `param.<name>` is the value of the placeholder `<name>`. */
export const resultParameterPrefix = 'param.';

/** Query parameters of `GET /api/queries/:id/results.<format>`, besides those of values. */
export const queryResultsSchema = z.looseObject({
  maxAge: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a number of seconds')
    .transform(Number)
    .pipe(maxAgeSecondsSchema)
    .optional()
    .describe('Answers with an equal run of the caller that ended at most this many seconds ago.')
    .meta({ example: '300' }),
  ...csvQuerySchema.pick({ raw: true, bom: true }).shape,
});
