import { isDeep } from '@sluice/testkit';
import t from 'tap';
import { read, runOptions } from '@sluice/driver-testkit/contract';
import { bound, sampleValues, testSentValues } from '@sluice/driver-testkit/parameters';
import { bigqueryParameters } from '@sluice/driver-testkit/values/parameters';
import { configurationOf, openBigQuery } from './bigquery-world.js';

const { connected, sent, server } = await openBigQuery(t);

const names = Object.keys(sampleValues);
const sql = `select ${names.map((name) => `{{${name}}}`).join(', ')}, {{text}}`;
const parameters = bound(sql, 'bigquery', sampleValues);

const typed = (type: string, value: string | null, index: number) => ({
  name: `p${String(index + 1)}`,
  parameterType: { type },
  parameterValue: { value },
});

const expected = [...bigqueryParameters, ['DATE', null] as const];

await t.test('values are named query parameters, and the text has only their names', (t) =>
  connected(async (connection) => {
    await read(connection, sql, { parameters });
    const marks = names.map((_, index) => `@p${String(index + 1)}`);
    const [query] = sent();
    t.match(query, { query: `select ${marks.join(', ')}, @p1`, parameterMode: 'NAMED' });
    t.same(
      query?.queryParameters,
      expected.map(([type, value], index) => typed(type, value, index)),
    );
  }),
);

await t.test('the check of a read-only connection sends the values, too', (t) =>
  connected(
    async (connection) => {
      await read(connection, sql, { parameters });
      const queries = server.requests
        .filter(({ path }) => path.endsWith('/jobs'))
        .map(({ body }) => configurationOf(body)['query'] as Record<string, unknown> | undefined)
        .filter((query) => String(query?.['query']).includes('@p1'));
      t.equal(queries.length, 2);
      for (const query of queries) t.match(query, { queryParameters: { length: 11 } });
    },
    {},
    { readOnly: true },
  ),
);

await t.test('a decimal that NUMERIC cannot hold is a BIGNUMERIC', (t) =>
  connected(async (connection) => {
    const values = [{ type: 'decimal', value: '0.1234567890123' } as const];
    const run = await connection.run(
      'select {{exact}}',
      runOptions({ parameters: bound('select {{exact}}', 'bigquery', { exact: values }) }),
    );
    await run.giveUp();
    t.match(sent()[0]?.queryParameters, [{ parameterType: { type: 'BIGNUMERIC' } }]);
  }),
);

await t.test('a timestamp with more than microseconds is a TIMESTAMP(12)', (t) =>
  connected(async (connection) => {
    const at = (value: string) => ({ type: 'timestamptz', value }) as const;
    const values = [
      at('2026-03-01 09:30:00.1234567+00:00'),
      at('2026-03-01 09:30:00.123456+00:00'),
    ];
    const parameters = bound('select {{at}}', 'bigquery', { at: values });
    await read(connection, 'select {{at}}', { parameters });
    const queries = sent()[0]?.queryParameters as { parameterType: object }[];
    t.strictSame(
      queries.map(({ parameterType }) => parameterType),
      [{ type: 'TIMESTAMP', timestampPrecision: '12' }, { type: 'TIMESTAMP' }],
    );
  }),
);

await connected((connection) =>
  testSentValues(t, {
    traits: { dialect: 'bigquery', hasJsonText: true },
    valuesPerType: isDeep ? 10_000 : 200,
    send: async (sql, parameters) => {
      server.requests.length = 0;
      await read(connection, sql, { parameters });
      const [query] = sent();
      const values = query?.queryParameters as { parameterValue: { value: string } }[];
      return { text: query?.query ?? '', values: values.map((each) => each.parameterValue.value) };
    },
    decode: (type, value) => (type === 'boolean' ? value === 'true' : value),
  }),
);
