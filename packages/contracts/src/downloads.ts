import { z } from 'zod';
import { viewRequestSchema } from './result-views.js';

/** Formats of text: a download of them can be a view, and can be resumed. */
const textFormats = ['csv', 'json', 'ndjson'] as const;

/** Formats of a downloaded result. */
export const downloadFormats = [...textFormats, 'xlsx', 'parquet'] as const;
/** See {@link downloadFormats}. */
export type DownloadFormat = (typeof downloadFormats)[number];

/**
 * Formats of a download by a public link. A Parquet file is written by a process, which visitors without an account
 * must not take from users.
 */
export const linkDownloadFormats = [...textFormats, 'xlsx'] as const;

/** Whether a format is text. */
export const isTextFormat = (format: DownloadFormat): format is (typeof textFormats)[number] =>
  textFormats.some((text) => text === format);

const flag = (meaning: string) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe(meaning)
    .meta({ example: 'true' });

/** The rows of a download and their order: the JSON value of the query parameter `view`. */
export const downloadedViewSchema = viewRequestSchema.pick({
  sort: true,
  filters: true,
  search: true,
});
/** See {@link downloadedViewSchema}. */
export type DownloadedView = z.infer<typeof downloadedViewSchema>;

/** Servers limit the length of a URL. */
const maxViewLength = 8_000;

/** Query parameters of a download as CSV, JSON or NDJSON. */
export const textQuerySchema = z.object({
  view: z
    .string()
    .max(maxViewLength)
    .optional()
    .describe(
      'Downloads only rows that match, in an order: `sort`, `filters` and `search` of a view, as JSON. Such a download cannot be resumed.',
    )
    .meta({ example: '{"sort":[{"column":0,"descending":true}]}' }),
});

/** Query parameters that describe a CSV file. */
export const csvFileQuerySchema = z.object({
  raw: flag('Keeps texts that a spreadsheet would interpret as formulas.'),
  bom: flag('Starts with a byte order mark, so that Excel detects UTF-8.'),
});

/** Query parameters of a CSV download. */
export const csvQuerySchema = textQuerySchema.extend(csvFileQuerySchema.shape);

/** Headers that resume an interrupted download of text. */
export const rangeHeadersSchema = z.looseObject({
  range: z.string().optional().describe('One range of bytes.'),
  'if-range': z
    .string()
    .optional()
    .describe('ETag of the version; another version is sent as a whole.'),
});

/** The body of a complete download. */
export const downloadSchemas = {
  csv: z.string(),
  xlsx: z.string().meta({ format: 'binary' }),
  parquet: z.string().meta({ format: 'binary' }),
  json: z.array(z.record(z.string(), z.unknown())),
  ndjson: z.string(),
} satisfies Record<DownloadFormat, z.ZodType>;
