import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { isDeep, startSnowflakeServer } from '@sluice/testkit';
import t from 'tap';
import { failure, read } from '@sluice/driver-testkit/contract';
import { bound, sampleValues, testSentValues } from '@sluice/driver-testkit/parameters';
import { sessionsOf } from '@sluice/driver-testkit/sessions';
import { snowflakeParameters } from '@sluice/driver-testkit/values/parameters';

const server = await startSnowflakeServer({ holdMs: 200 });
t.teardown(() => server.stop());
const { connected } = sessionsOf(driver, server.config);

const names = Object.keys(sampleValues);
const sql = `select ${names.map((name) => `{{${name}}}`).join(', ')}, {{text}}`;
const parameters = bound(sql, 'snowflake', sampleValues);

const requests = () =>
  server
    .requestsTo('/queries/v1/query-request')
    .map(({ body }) => body)
    .filter((body) => String(body['sqlText']).includes('?'));

const [text] = snowflakeParameters;
const expected = Object.fromEntries(
  [...snowflakeParameters, ['DATE', null] as const, text].map((form, index) => [
    String(index + 1),
    { type: form?.[0], value: form?.[1] },
  ]),
);

await t.test('values are bindings by number, and the text has only marks', (t) =>
  connected(async (connection) => {
    // The server of the tests evaluates no expressions; the request is what counts.
    await failure(read(connection, sql, { parameters }));
    const [body] = requests();
    t.equal(body?.['sqlText'], `select ${names.map(() => '?').join(', ')}, ?`);
    t.same(body?.['bindings'], expected);
  }),
);

await t.test('the check of a read-only connection sends the values, too', (t) =>
  connected(
    async (connection) => {
      const before = requests().length;
      await failure(read(connection, sql, { parameters }));
      const [check] = requests().slice(before);
      t.match(check, { describeOnly: true, bindings: expected });
    },
    {},
    { readOnly: true },
  ),
);

const nanosInMs = 1_000_000n;

/** The text of a moment: a binding has nanoseconds from 1970. */
const momentText = (nanos: bigint): string => {
  const ms = nanos / nanosInMs - (nanos % nanosInMs < 0n ? 1n : 0n);
  const rest = String(nanos - ms * nanosInMs).padStart(6, '0');
  return new Date(Number(ms)).toISOString().replace('T', ' ').replace('Z', rest);
};

const decode = (type: string, value: unknown): unknown => {
  const sent = String(value);
  switch (type) {
    case 'boolean':
      return sent === 'true';
    case 'date':
      return momentText(BigInt(sent) * nanosInMs).slice(0, 10);
    case 'time':
      return momentText(BigInt(sent)).slice(11);
    case 'timestamp':
      return momentText(BigInt(sent));
    case 'timestamptz':
      return `${momentText(BigInt(sent.split(' ')[0] ?? ''))}Z`;
    default:
      return sent;
  }
};

await connected((connection) =>
  testSentValues(t, {
    traits: { dialect: 'snowflake', hasJsonText: true },
    valuesPerType: isDeep ? 10_000 : 200,
    send: async (sql, parameters) => {
      const before = requests().length;
      await failure(read(connection, sql, { parameters }));
      const [body] = requests().slice(before);
      const bindings = body?.['bindings'] as Record<string, { value: unknown }>;
      const values = parameters.map((_, index) => bindings[String(index + 1)]?.value);
      return { text: String(body?.['sqlText']), values };
    },
    decode,
  }),
);
