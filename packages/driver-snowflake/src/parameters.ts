import type { SessionOptions } from '@sluice/driver-kit';
import { isRecord } from './answer.js';
import type { AmendSignIn } from './client-http.js';

/** Maximum length of a query tag. */
export const MAX_TAG_CHARS = 2000;

/**
 * Session parameters: one statement per request, queries continue without their client, and nested values have
 * the formats of plain ones. The time zone stays the user's.
 */
function parametersOf(
  options: Pick<SessionOptions, 'applicationName' | 'statementTimeoutMs'>,
): Record<string, string | number | boolean> {
  const { applicationName, statementTimeoutMs } = options;
  return {
    QUERY_TAG: applicationName.slice(0, MAX_TAG_CHARS),
    MULTI_STATEMENT_COUNT: 1,
    ABORT_DETACHED_QUERY: false,
    CLIENT_SESSION_KEEP_ALIVE: true,
    STRICT_JSON_OUTPUT: true,
    JSON_INDENT: 0,
    BINARY_OUTPUT_FORMAT: 'HEX',
    GEOGRAPHY_OUTPUT_FORMAT: 'GeoJSON',
    GEOMETRY_OUTPUT_FORMAT: 'GeoJSON',
    DATE_OUTPUT_FORMAT: 'YYYY-MM-DD',
    TIME_OUTPUT_FORMAT: 'HH24:MI:SS.FF',
    TIMESTAMP_NTZ_OUTPUT_FORMAT: 'YYYY-MM-DD"T"HH24:MI:SS.FF',
    TIMESTAMP_LTZ_OUTPUT_FORMAT: 'YYYY-MM-DD"T"HH24:MI:SS.FFTZH:TZM',
    TIMESTAMP_TZ_OUTPUT_FORMAT: 'YYYY-MM-DD"T"HH24:MI:SS.FFTZH:TZM',
    ...(statementTimeoutMs == null
      ? {}
      : { STATEMENT_TIMEOUT_IN_SECONDS: Math.max(1, Math.ceil(statementTimeoutMs / 1000)) }),
  };
}

/**
 * Adds these parameters to a sign-in, because the SDK passes on only some, and removes information about this
 * machine: the path of the program and a token found in a file.
 */
export const amending =
  (options: Pick<SessionOptions, 'applicationName' | 'statementTimeoutMs'>): AmendSignIn =>
  (data) => {
    data['SESSION_PARAMETERS'] = parametersOf(options);
    delete data['SPCS_TOKEN'];
    const environment = data['CLIENT_ENVIRONMENT'];
    if (isRecord(environment)) {
      data['CLIENT_ENVIRONMENT'] = {
        APPLICATION: options.applicationName,
        OS: environment['OS'],
        OS_VERSION: environment['OS_VERSION'],
      };
    }
  };
