import { buffer } from 'node:stream/consumers';
import type { Statement } from '@sluice/contracts';
import { rawGet } from './execution-finished.js';
import type { ExecutionHarness } from './execution-harness.js';

export const formats = ['csv', 'json', 'ndjson', 'xlsx'] as const;

export const textFormats = ['csv', 'json', 'ndjson'] as const;

export const downloadPathOf = ({ id }: Statement, format: string, query = '') =>
  `/api/statements/${id}/download.${format}${query}`;

/** Reads a download to its end. */
export const download = async (
  harness: ExecutionHarness,
  path: string,
  headers: Record<string, string> = {},
) => {
  const response = await rawGet(harness, path, headers);
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
};
