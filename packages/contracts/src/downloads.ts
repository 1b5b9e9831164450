import { z } from 'zod';

/** Formats of a downloaded result. */
export const downloadFormats = ['csv', 'xlsx', 'json', 'ndjson'] as const;
/** See {@link downloadFormats}. */
/** See {@link downloadFormats}. */
export type DownloadFormat = (typeof downloadFormats)[number];

const flag = (meaning: string) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe(meaning)
    .meta({ example: 'true' });

/** Query parameters of a CSV download. */
export const csvQuerySchema = z.object({
  raw: flag('Keeps texts that a spreadsheet would interpret as formulas.'),
  bom: flag('Starts with a byte order mark, so that Excel detects UTF-8.'),
});

/** Headers that resume an interrupted download. Workbooks do not support them. */
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
  json: z.array(z.record(z.string(), z.unknown())),
  ndjson: z.string(),
} satisfies Record<DownloadFormat, z.ZodType>;
