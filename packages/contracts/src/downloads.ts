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

/** The body of a download. */
export const downloadSchema = z
  .string()
  .describe('The file, as an attachment named after the batch and its day.');
