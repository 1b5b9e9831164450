import { createCsv } from './csv.js';
import type { CreateFormat } from './format.js';
import { createJson, createNdjson } from './json.js';
import { createTable } from './table.js';

/** All formats by name. */
export const formats = {
  csv: createCsv,
  json: createJson,
  ndjson: createNdjson,
  table: createTable,
} as const satisfies Record<string, CreateFormat>;

/** One of {@link formats}. */
export type FormatName = keyof typeof formats;

/** Whether a text is the name of a format. */
export const isFormat = (name: string): name is FormatName => Object.hasOwn(formats, name);
