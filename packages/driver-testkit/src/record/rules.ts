import type { Fields, Rule } from './scrubber.js';

/** Parts of requests and responses of a warehouse that the recorder keeps. It leaves out everything else. */
export interface WarehouseRules {
  /** Words in paths of the API. */
  segments: ReadonlySet<string>;
  /** Query parameters. */
  query: Fields;
  request: Rule;
  answer: Rule;
  /** Returns the SQL text of a request. */
  sqlOf(json: unknown): string | undefined;
  /** Finds the addresses of result files in a response; the first group is JSON text. */
  fileUrls: RegExp | null;
}

const column: Fields = {
  name: 'rows',
  type: 'word',
  extTypeName: 'word',
  precision: 'number',
  scale: 'number',
  length: 'number',
  byteLength: 'number',
  nullable: 'number',
  collation: 'word',
  database: 'name',
  schema: 'name',
  table: 'name',
};

/** Snowflake's API of its clients. */
export const snowflakeRules: WarehouseRules = {
  segments: new Set(
    ' session v1 login-request token-request heartbeat queries query-request abort-request result monitoring'.split(
      ' ',
    ),
  ),
  query: {
    requestId: 'id',
    delete: 'word',
    retryCount: 'number',
  },
  request: {
    fields: {
      sqlText: 'sql',
      asyncExec: 'number',
      describeOnly: 'number',
      isInternal: 'number',
      sequenceId: 'number',
      requestId: 'id',
      requestType: 'word',
      parameters: {
        fields: { MULTI_STATEMENT_COUNT: 'number', CLIENT_RESULT_CHUNK_SIZE: 'number' },
      },
      data: {
        fields: { CLIENT_APP_ID: 'word', CLIENT_APP_VERSION: 'word', AUTHENTICATOR: 'word' },
      },
    },
  },
  answer: {
    fields: {
      code: 'word',
      message: 'message',
      success: 'number',
      data: {
        fields: {
          token: 'secret',
          masterToken: 'secret',
          sessionToken: 'secret',
          validityInSeconds: 'number',
          masterValidityInSeconds: 'number',
          validityInSecondsST: 'number',
          validityInSecondsMT: 'number',
          serverVersion: 'word',
          sessionId: 'id',
          sessionInfo: { entries: 'name' },
          queryId: 'id',
          getResultUrl: 'path',
          queryAbortsAfterSecs: 'number',
          rowtype: { each: { fields: { ...column, fields: { each: { fields: column } } } } },
          rowset: 'rows',
          total: 'number',
          returned: 'number',
          chunks: {
            each: {
              fields: {
                url: 'file',
                rowCount: 'number',
                uncompressedSize: 'number',
                compressedSize: 'number',
              },
            },
          },
          chunkHeaders: { entries: 'secret' },
          qrmk: 'secret',
          queryResultFormat: 'word',
          statementTypeId: 'number',
          version: 'number',
          sqlState: 'word',
          errorCode: 'word',
          type: 'word',
          line: 'number',
          pos: 'number',
          internalError: 'number',
          numberOfBinds: 'number',
          arrayBindSupported: 'number',
          stats: { entries: 'number' },
          finalDatabaseName: 'name',
          finalSchemaName: 'name',
          finalWarehouseName: 'name',
          finalRoleName: 'name',
          queries: {
            each: { fields: { id: 'id', status: 'word', state: 'word', sessionId: 'id' } },
          },
        },
      },
    },
  },
  sqlOf: (json) => textAt(json, ['sqlText']),
  fileUrls: /"url"\s*:\s*"((?:[^"\\]|\\.)*)"/g,
};

const fieldOfRecord: Fields = {
  name: 'rows',
  type: 'word',
  mode: 'word',
  precision: 'number',
  scale: 'number',
  maxLength: 'number',
  timestampPrecision: 'number',
  rangeElementType: { fields: { type: 'word' } },
};
const schema: Rule = {
  fields: {
    fields: {
      each: {
        fields: {
          ...fieldOfRecord,
          fields: {
            each: { fields: { ...fieldOfRecord, fields: { each: { fields: fieldOfRecord } } } },
          },
        },
      },
    },
  },
};
const errorProto: Rule = {
  fields: { reason: 'word', message: 'message', domain: 'word', locationType: 'word' },
};
const jobReference: Rule = { fields: { projectId: 'name', jobId: 'id', location: 'word' } };

/** BigQuery's REST API, and the token endpoint of a service account. */
export const bigqueryRules: WarehouseRules = {
  segments: new Set(' bigquery v2 projects jobs queries cancel datasets tables token'.split(' ')),
  query: {
    maxResults: 'number',
    timeoutMs: 'number',
    location: 'word',
    'formatOptions.useInt64Timestamp': 'word',
    'formatOptions.timestampOutputFormat': 'word',
  },
  request: {
    fields: {
      jobReference,
      configuration: {
        fields: {
          dryRun: 'number',
          jobTimeoutMs: 'number',
          query: {
            fields: {
              query: 'sql',
              useLegacySql: 'number',
              createSession: 'number',
              maximumBytesBilled: 'number',
            },
          },
        },
      },
      query: 'sql',
    },
  },
  answer: {
    fields: {
      kind: 'word',
      access_token: 'secret',
      token_type: 'word',
      expires_in: 'number',
      jobReference,
      jobComplete: 'number',
      totalRows: 'number',
      pageToken: 'id',
      cacheHit: 'number',
      numDmlAffectedRows: 'number',
      totalBytesProcessed: 'number',
      schema,
      rows: 'rows',
      status: {
        fields: { state: 'word', errorResult: errorProto, errors: { each: errorProto } },
      },
      statistics: {
        fields: {
          creationTime: 'number',
          startTime: 'number',
          endTime: 'number',
          totalBytesProcessed: 'number',
          numChildJobs: 'number',
          sessionInfo: { fields: { sessionId: 'id' } },
          query: {
            fields: {
              statementType: 'word',
              cacheHit: 'number',
              totalBytesProcessed: 'number',
              totalBytesBilled: 'number',
              numDmlAffectedRows: 'number',
              schema,
            },
          },
        },
      },
      error: {
        fields: {
          code: 'number',
          message: 'message',
          status: 'word',
          errors: { each: errorProto },
        },
      },
    },
  },
  sqlOf: (json) => textAt(json, ['configuration', 'query', 'query']) ?? textAt(json, ['query']),
  fileUrls: null,
};

function textAt(json: unknown, path: readonly string[]): string | undefined {
  const value = path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
    json,
  );
  return typeof value === 'string' ? value : undefined;
}
