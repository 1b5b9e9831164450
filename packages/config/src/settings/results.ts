import { z } from 'zod';
import { blankAsUnset, text, textOr, flag, whole, url } from './rules.js';

/** Limits of results, and the results store. */
export const resultSettings = {
  SERVICE_QUERY_RESULT_MAX_ROWS: whole(100_000, { min: 0 }).describe(
    'Maximum rows of a result; 0 disables the limit.',
  ),
  SERVICE_QUERY_RESULT_MAX_BYTES: whole(268_435_456, { min: 0 }).describe(
    'Maximum bytes of a result; 0 disables the limit.',
  ),
  SERVICE_QUERY_RESULT_MAX_CELL_BYTES: whole(67_108_864, { min: 1024 }).describe(
    'Maximum bytes of a value. A larger value ends the statement in error.',
  ),
  SERVICE_QUERY_RESULT_MAX_ROW_BYTES: whole(134_217_728, { min: 1024 }).describe(
    'Maximum bytes of a row. A larger row ends the statement in error.',
  ),
  SERVICE_RESULTS_MIN_FREE_MB: whole(256, { min: 0 }).describe(
    'Free space for results in MiB below which a worker starts no batches; 0 disables the check.',
  ),
  SERVICE_RESULTS_REQUIRE_CONNECTION_ACCESS: flag(true).describe(
    'Requires access to the connection for reading results. `false` lets owners read their results without it.',
  ),
  SERVICE_RESULTS_STALL_SECONDS: whole(60, { min: 1, max: 86_400 }).describe(
    'Seconds after which a response is closed when the client does not read it.',
  ),
  SERVICE_RESULT_VIEW_MEMORY_MB: whole(512, { min: 256 }).describe(
    'Memory limit in MiB of a process that sorts, filters and aggregates one result, and writes it as Parquet.',
  ),
  SERVICE_RESULT_VIEW_DISK_MB: whole(4_096, { min: 16 }).describe(
    'Disk limit in MiB of such a process, below `SERVICE_DB_PATH`.',
  ),
  SERVICE_RESULT_VIEW_PROCESSES: whole(4, { min: 1, max: 1_000 }).describe(
    'Maximum number of such processes of one API process. Each serves one result.',
  ),
  SERVICE_RESULT_VIEW_IDLE_SECONDS: whole(120, { min: 1, max: 86_400 }).describe(
    'Seconds after the last request until such a process ends.',
  ),
  SERVICE_RESULT_VIEW_TIMEOUT_SECONDS: whole(30, { min: 1, max: 3_600 }).describe(
    'Time limit in seconds of one request to sort, filter or aggregate a result, or to write it as Parquet.',
  ),
  SERVICE_RESULTS_STORE: z
    .preprocess(
      blankAsUnset,
      z.enum(['file', 's3'], { error: 'must be file or s3' }).default('file'),
    )
    .describe(
      'Results store: `file` below `SERVICE_DB_PATH`, or `s3`; see how-to/keep-results-in-s3.md.',
    ),
  SERVICE_RESULTS_S3_BUCKET: text().describe('S3: name of an existing bucket.'),
  SERVICE_RESULTS_S3_PREFIX: text().describe('S3: prefix of object names.'),
  SERVICE_RESULTS_S3_REGION: textOr('us-east-1').describe('S3: region of the bucket.'),
  SERVICE_RESULTS_S3_ENDPOINT: url('http:', 'https:').describe(
    'S3: URL of an S3-compatible server. Unset uses Amazon S3 in the region.',
  ),
  SERVICE_RESULTS_S3_PATH_STYLE: flag(false).describe(
    'S3: puts the bucket in the path of URLs and not in the host name. Most S3-compatible servers need it.',
  ),
  SERVICE_RESULTS_S3_ACCESS_KEY_ID: text().describe(
    "S3: access key ID. Unset uses the AWS SDK's default credential chain.",
  ),
  SERVICE_RESULTS_S3_SECRET_ACCESS_KEY: text().describe('S3: secret access key.'),
  SERVICE_RESULTS_S3_LINK_SECONDS: whole(60, { min: 0, max: 3600 }).describe(
    'S3: lifetime in seconds of presigned URLs for `?redirect=true`; 0 disables them and results are sent through the API.',
  ),
  SERVICE_RESULTS_S3_PUBLIC_ENDPOINT: url('http:', 'https:').describe(
    'S3: URL of the server for clients, when it differs from `SERVICE_RESULTS_S3_ENDPOINT`.',
  ),
} as const;
