import { z } from 'zod';
import { blankAsUnset, text, textOr, flag, whole, url } from './rules.js';

/** Limits of results and where they are kept. */
export const resultSettings = {
  SERVICE_QUERY_RESULT_MAX_ROWS: whole(100_000, { min: 0 }).describe('Rows kept; 0 = all.'),
  SERVICE_QUERY_RESULT_MAX_BYTES: whole(268_435_456, { min: 0 }).describe('Bytes kept; 0 = all.'),
  SERVICE_QUERY_RESULT_MAX_CELL_BYTES: whole(67_108_864, { min: 1024 }).describe(
    'A larger value ends the statement in error.',
  ),
  SERVICE_QUERY_RESULT_MAX_ROW_BYTES: whole(134_217_728, { min: 1024 }).describe(
    'A longer row ends the statement in error.',
  ),
  SERVICE_RESULTS_MIN_FREE_MB: whole(256, { min: 0 }).describe(
    'A worker with less room for results, MiB, begins no batch until there is more; 0 = never mind.',
  ),
  SERVICE_RESULTS_REQUIRE_CONNECTION_ACCESS: flag(true).describe(
    "Reading and downloading one's own results requires access to their connection; false = owners keep them.",
  ),
  SERVICE_RESULTS_STALL_SECONDS: whole(60, { min: 1, max: 86_400 }).describe(
    'Seconds after which a result or download is closed when the client reads nothing of it.',
  ),
  SERVICE_RESULTS_STORE: z
    .preprocess(
      blankAsUnset,
      z.enum(['file', 's3'], { error: 'must be file or s3' }).default('file'),
    )
    .describe(
      'Where results are kept: below `SERVICE_DB_PATH`, or in a bucket; see how-to/keep-results-in-s3.md.',
    ),
  SERVICE_RESULTS_S3_BUCKET: text().describe('The bucket; it is not made by the service.'),
  SERVICE_RESULTS_S3_PREFIX: text().describe('In front of the names of all objects.'),
  SERVICE_RESULTS_S3_REGION: textOr('us-east-1').describe('Region of the bucket.'),
  SERVICE_RESULTS_S3_ENDPOINT: url('http:', 'https:').describe(
    "Address of an S3-compatible server; unset = Amazon's for the region.",
  ),
  SERVICE_RESULTS_S3_PATH_STYLE: flag(false).describe(
    'The bucket stands in the path of addresses, as most S3-compatible servers want it, not in the host.',
  ),
  SERVICE_RESULTS_S3_ACCESS_KEY_ID: text().describe(
    "Who asks; unset = whatever Amazon's SDK finds: its variables, its files, the machine's role.",
  ),
  SERVICE_RESULTS_S3_SECRET_ACCESS_KEY: text().describe('The secret of that key.'),
  SERVICE_RESULTS_S3_LINK_SECONDS: whole(60, { min: 0, max: 3600 }).describe(
    'How long a link lasts that `?redirect=true` leads to; 0 = none is given, results come through the API.',
  ),
  SERVICE_RESULTS_S3_PUBLIC_ENDPOINT: url('http:', 'https:').describe(
    'Where clients reach the S3-compatible server, when not by `SERVICE_RESULTS_S3_ENDPOINT`.',
  ),
} as const;
