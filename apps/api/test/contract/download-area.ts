import { downloadFormats, type DownloadFormat } from '@sluice/contracts';
import { finishedStatement } from './execution-areas.js';
import type { Area, MakeRequest } from './harness.js';

const ranged =
  (range: string): MakeRequest =>
  async (harness) => ({ ...(await finishedStatement(harness)), headers: { range } });

const tooLarge =
  (query: string): MakeRequest =>
  async ({ largeBatch }) => ({
    as: 'owner',
    path: { id: (await largeBatch()).statements[0]?.id ?? '' },
    query,
  });

const othersOf = (format: DownloadFormat): Record<number, MakeRequest> => {
  if (format === 'xlsx') return {};
  if (format === 'parquet') return { 413: tooLarge('') };
  return {
    206: ranged('bytes=1-2'),
    413: tooLarge(`?view=${encodeURIComponent('{"sort":[{"column":0}]}')}`),
    416: ranged('bytes=100000-'),
  };
};

/** The two download paths of every format. */
export const downloadArea: Area = Object.fromEntries(
  downloadFormats.flatMap((format) =>
    [`/statement-results/{id}.${format}`, `/api/statements/{id}/download.${format}`].map((path) => [
      `GET ${path}`,
      { success: finishedStatement, others: othersOf(format) },
    ]),
  ),
);
