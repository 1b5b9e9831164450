import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import type { ConnectionConfig, DriverConnection, SessionOptions } from '@sluice/driver-kit';
import { sessionOptions } from '@sluice/driver-testkit/contract';
import {
  withReplay,
  type ReplayAnswer,
  type ReplayEntry,
  type ReplayRequest,
  type ReplayServer,
} from '@sluice/testkit';

// Answers written field for field after the recorded ones in the tests of the official drivers. The letters in
// comments name the repositories:
//   N snowflakedb/snowflake-connector-nodejs 618c3f24998a, wiremock/mappings/
//   G snowflakedb/gosnowflake 136b0574993d, test_data/wiremock/mappings/
//   P snowflakedb/snowflake-connector-python 50e7fc5cd6e1, test/data/wiremock/mappings/
//   J snowflakedb/snowflake-jdbc 69afa3ac270f, src/test/resources/wiremock/mappings/
//   U snowflakedb/drivers f4ceebad4cf9, tests/wiremock/mappings/

export const QUERY_ID = '01c0ffee-0814-a22c-0001-dd6a00000042';
export const SUBMIT = '/queries/v1/query-request';
export const RESULT = `/queries/${QUERY_ID}/result`;
export const SIGN_IN = '/session/v1/login-request';

const body = (data: unknown, code: string | null = null, message: string | null = null) => ({
  data,
  code,
  message,
  success: true,
});

/** Returns an answer that reports an error. */
export const refused = (code: string, message: string, data: object | null = null): object => ({
  ...body(data, code, message),
  success: false,
});

/** G auth/password/successful_flow.json */
export const signIn: ReplayEntry = {
  method: 'POST',
  path: SIGN_IN,
  answers: [
    {
      json: body({
        masterToken: 'master token',
        token: 'session token',
        validityInSeconds: 3600,
        masterValidityInSeconds: 14_400,
        displayUserName: 'READER',
        serverVersion: '9.1.0',
        firstLogin: false,
        remMeToken: null,
        remMeValidityInSeconds: 0,
        healthCheckInterval: 45,
        newClientForUpgrade: null,
        sessionId: 1_172_562_260_498,
        parameters: [{ name: 'CLIENT_PREFETCH_THREADS', value: 4 }],
        sessionInfo: {
          databaseName: 'DB',
          schemaName: 'PUBLIC',
          warehouseName: 'WH',
          roleName: 'ANALYST',
        },
        idToken: null,
        idTokenValidityInSeconds: 0,
        responseData: null,
        mfaToken: null,
        mfaTokenValidityInSeconds: 0,
      }),
    },
  ],
};

/** Returns a sign-in that answers so. */
export const signInWith = (answer: ReplayAnswer): ReplayEntry => ({ ...signIn, answers: [answer] });

/** N session_delete_ok.json; a session that has ended is not closed. */
export const close: ReplayEntry = {
  method: 'POST',
  path: '/session',
  when: ({ query }) => query['delete'] === 'true',
  answers: [{ json: body(null) }],
  optional: true,
};

/** G query/long_running_query.json */
export const running: ReplayAnswer = {
  json: body(
    {
      getResultUrl: RESULT,
      progressDesc: null,
      queryAbortsAfterSecs: 300,
      queryId: QUERY_ID,
    },
    '333334',
    'The query runs asynchronously.',
  ),
};

/** Returns the submission of a statement with its answers. */
export const submit = (...answers: ReplayEntry['answers']): ReplayEntry => ({
  method: 'POST',
  path: SUBMIT,
  answers,
});

/** Returns requests for the result with their answers. */
export const poll = (...answers: ReplayEntry['answers']): ReplayEntry => ({
  method: 'GET',
  path: RESULT,
  answers,
});

/** Returns a description of a column. */
export const column = (name: string, type: string, more: object = {}) => ({
  name,
  database: '',
  schema: '',
  table: '',
  nullable: true,
  length: null,
  type,
  scale: null,
  precision: null,
  byteLength: null,
  collation: null,
  ...more,
});

/** Returns the description of an integer column. */
export const integer = (name: string) => column(name, 'fixed', { scale: 0, precision: 38 });

/** Returns the answer of a finished statement. P queries/select_1_successful.json */
export const result = (
  rowtype: readonly object[],
  rowset: readonly (readonly (string | null)[])[] | null,
  more: object = {},
): ReplayAnswer => ({
  json: body({
    parameters: [{ name: 'TIMEZONE', value: 'America/Los_Angeles' }],
    rowtype,
    rowset,
    total: rowset?.length ?? 0,
    returned: rowset?.length ?? 0,
    queryId: QUERY_ID,
    databaseProvider: null,
    finalDatabaseName: null,
    finalSchemaName: null,
    finalWarehouseName: 'WH',
    numberOfBinds: 0,
    arrayBindSupported: false,
    statementTypeId: 4096,
    version: 1,
    sendResultTime: 1_738_317_395_581,
    queryResultFormat: 'json',
    ...more,
  }),
});

/** Returns the answer of a result with files. P queries/select_large_request_successful.json */
export const resultWithFiles = (
  { headers: { host = '' } }: ReplayRequest,
  inline: readonly (readonly string[])[],
  files: readonly { path: string; rowCount: number; uncompressedSize?: number }[],
  more: object = {},
): ReplayAnswer => {
  const count = files.reduce((sum, { rowCount }) => sum + rowCount, inline.length);
  return result([integer('N')], inline, {
    total: count,
    returned: count,
    qrmk: 'a2V5',
    chunkHeaders: {
      'x-amz-server-side-encryption-customer-key': 'a2V5',
      'x-amz-server-side-encryption-customer-key-md5': 'bWQ1',
    },
    chunks: files.map(({ path, rowCount, ...size }) => ({
      url: `http://${host}${path}`,
      rowCount,
      ...size,
    })),
    ...more,
  });
};

export const success = body;

/** Returns the fields of a connection to a replay server. */
export const configFor = (url: string): ConnectionConfig => ({
  account: 'myorg-myaccount',
  accessUrl: url,
  username: 'reader',
  password: 'pass word',
});

/** Runs `use` with a session of a replay server that expects these requests besides sign-in and close. */
export const withSession = (
  entries: readonly ReplayEntry[],
  use: (connection: DriverConnection, server: ReplayServer) => Promise<void>,
  options: Partial<SessionOptions> = {},
): Promise<void> =>
  withReplay([signIn, close, ...entries], async (server) => {
    const connection = await driver.connect(configFor(server.url), sessionOptions(options));
    try {
      await use(connection, server);
    } finally {
      await connection.close();
    }
  });
