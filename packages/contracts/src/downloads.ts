import { z } from 'zod';

/** Formats of a downloaded result. */
export const downloadFormats = ['csv', 'xlsx', 'json', 'ndjson'] as const;
/** See {@link downloadFormats}. */
export type DownloadFormat = (typeof downloadFormats)[number];

const flag = (meaning: string) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe(meaning)
    .meta({ example: 'true' });

/** Query of a CSV download. */
export const csvQuerySchema = z.object({
  raw: flag('Texts as stored, even where a spreadsheet would run them as a formula.'),
  bom: flag('Begin with a byte order mark, by which Excel knows UTF-8.'),
});

/** Headers by which a download goes on where it was cut off; not of workbooks. */
export const rangeHeadersSchema = z.looseObject({
  range: z.string().optional().describe('The bytes that are wanted; one range.'),
  'if-range': z.string().optional().describe('Of this version alone; else the whole comes.'),
});

/** The body of a whole download. Any part of one is text. */
export const downloadSchemas = {
  csv: z.string(),
  xlsx: z.string().meta({ format: 'binary' }),
  json: z.array(z.record(z.string(), z.unknown())),
  ndjson: z.string(),
} satisfies Record<DownloadFormat, z.ZodType>;
