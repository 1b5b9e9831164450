import { startService } from '@sluice/testkit';
import type { Batch, Connection, ErrorBody, QueryHistoryRow } from '@sluice/contracts';
import t from 'tap';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());

type Body = Record<string, unknown>;

const post = (body: Body, headers?: Record<string, string>): Promise<Response> =>
  service.admin.request(
    'POST',
    '/api/batches?wait=30',
    { connectionId: service.connectionId, ...body },
    headers,
  );

/** Runs a batch to its end. */
async function run(body: Body): Promise<Batch> {
  const response = await post(body);
  t.equal(response.status, 200);
  return (await response.json()) as Batch;
}

const rows = (batch: Batch, statement = 0): Promise<unknown[][]> =>
  service.admin.rows(batch.statements[statement]?.id ?? '');

/** Returns the errors of a refused batch. */
async function refusal(body: Body): Promise<ErrorBody['errors']> {
  const response = await post(body);
  t.equal(response.status, 400);
  return ((await response.json()) as ErrorBody).errors;
}

await t.test('values are bound by their types in each statement', async (t) => {
  const batch = await run({
    batchText: `select {{n}} + 1 as n, {{text}} as text; select {{n}}::text || {{text}} as both;
      select x from (values (1), (2), (3)) v (x) where x in ({{ids}}) order by x`,
    parameters: { n: 41, text: `'; drop table t; --`, ids: [3, 1] },
  });
  t.equal(batch.status, 'finished');
  t.same(await rows(batch, 0), [[42, `'; drop table t; --`]]);
  t.same(await rows(batch, 1), [[`41'; drop table t; --`]]);
  t.same(await rows(batch, 2), [[1], [3]]);
  t.equal(batch.statements[1]?.statementText, 'select {{n}}::text || {{text}} as both');
  t.same(batch.parameters, { n: 41, text: `'; drop table t; --`, ids: [3, 1] });
  t.same(batch.parameterTypes, { n: 'integer', text: 'text', ids: 'integer[]' });
});

await t.test('types can be declared, and strings keep all digits', async (t) => {
  const batch = await run({
    batchText: `select {{day}} + 1 as day, {{big}} as big, {{exact}} as exact, {{at}} as at, {{j}} -> 'a' as j,
      pg_typeof({{none}})::text as none, 5 in ({{empty}}) as empty`,
    parameters: {
      day: '2026-02-28',
      big: '9223372036854775807',
      exact: '0.10000000000000000001',
      at: '2026-03-01T09:30:00+02:00',
      j: { a: [1, null] },
      none: null,
      empty: [],
    },
    parameterTypes: {
      day: 'date',
      big: 'integer',
      exact: 'decimal',
      at: 'timestamptz',
      j: 'json',
      none: 'date',
      empty: 'integer[]',
    },
  });
  t.equal(batch.status, 'finished', JSON.stringify(batch.statements[0]?.error));
  t.same(await rows(batch), [
    [
      '2026-03-01',
      '9223372036854775807',
      '0.10000000000000000001',
      '2026-03-01T07:30:00Z',
      [1, null],
      'date',
      null,
    ],
  ]);
});

await t.test(
  'a missing, unknown or malformed parameter is named, and nothing is run',
  async (t) => {
    const batchText = 'select {{a}}, {{b}} from t where c in ({{b}})';
    t.same(
      await refusal({ batchText, parameters: { b: [1], c: 2 }, parameterTypes: { d: 'text' } }),
      [
        { path: 'parameters.c', message: 'is not in the text' },
        { path: 'parameterTypes.d', message: 'is not in the text' },
        { path: 'parameters.a', message: 'has no value: the text has {{a}}' },
        {
          path: 'parameters.b',
          message: 'is a list, which is bound inside parentheses only: in ({{b}})',
        },
      ],
    );
    const problem = async (value: unknown, type: string): Promise<unknown> => {
      const body = {
        batchText: 'select {{a}}',
        parameters: { a: value },
        parameterTypes: { a: type },
      };
      const [error] = (await refusal(body)) ?? [];
      t.equal(error?.path, 'parameters.a');
      return error?.message;
    };
    t.equal(await problem('x', 'integer'), 'must be a whole number');
    t.equal(
      await problem('9223372036854775808', 'integer'),
      'is beyond 64 bits. Use the type decimal',
    );
    t.equal(
      await problem(2 ** 53, 'integer'),
      'is beyond the exact range of a JSON number. Send it as a string',
    );
    t.equal(await problem('2026-02-30', 'date'), 'must be a date, such as 2026-03-01');
    t.equal(await problem('a', 'uuid'), 'must be a UUID');
    t.equal(await problem('{', 'json'), 'must be a JSON text: a string needs quotes of JSON');
    t.equal(await problem([1], 'text'), 'must be a string');
    t.match(
      await refusal({
        batchText: 'select {{a}}',
        parameters: { a: 1 },
        parameterTypes: { a: 'int' },
      }),
      [{ path: 'parameterTypes.a' }],
    );
    const batches = await service.admin.json<Batch[]>('GET', '/api/batches');
    t.notOk(batches.some((batch) => batch.batchText === batchText));
  },
);

await t.test('own marks of the database beside a placeholder are refused', async (t) => {
  const refused = (name: string, mark: string): ErrorBody['errors'] => [
    {
      path: `parameters.${name}`,
      message: `{{${name}}} is in the same statement as ${mark}, a parameter mark of the database. Replace ${mark} with a placeholder`,
    },
  ];
  const batchText = 'prepare x (int) as select $1 + {{v}}; execute x(9)';
  t.same(await refusal({ batchText, parameters: { v: 1 } }), refused('v', '$1'));
  t.match(await refusal({ batchText: 'select $1, {{user.id}}' }), refused('user.id', '$1'));
  const local = await service.admin.json<Connection>('POST', '/api/connections', {
    name: 'SQLite',
    driver: 'sqlite',
    data: { filename: 'marks.db' },
  });
  const text = { batchText: 'select :name, {{v}}', parameters: { v: 1 } };
  t.same(await refusal({ ...text, connectionId: local.id }), refused('v', ':name'));
  const batch = await run({
    batchText: `prepare own (int) as select $1 + 1; execute own(9); select {{v}}, '{"a": 1}'::jsonb ? 'a'`,
    parameters: { v: 1 },
  });
  t.same(await rows(batch, 1), [[10]]);
  t.same(await rows(batch, 2), [[1, true]]);
});

await t.test('a name can be that of a method of every object', async (t) => {
  const batch = await run({ batchText: 'select {{toString}} as t', parameters: { toString: 1 } });
  t.same(await rows(batch), [[1]]);
  t.same(await refusal({ batchText: 'select {{valueOf}}', parameters: {} }), [
    { path: 'parameters.valueOf', message: 'has no value: the text has {{valueOf}}' },
  ]);
});

await t.test('a long value with another form is refused at once', async (t) => {
  const body = {
    batchText: 'select {{at}}',
    parameters: { at: `${'T'.repeat(500_000)} ` },
    parameterTypes: { at: 'timestamptz' },
  };
  // Matching the forms of a time takes quadratic time: minutes for this text.
  t.match(await refusal(body), [{ path: 'parameters.at' }]);
});

await t.test('formatting keeps placeholders', async (t) => {
  const query = `select {{a}},'{{b}}' from t where x in ({{ ids }})`;
  for (const dialect of [
    'postgres',
    'mysql',
    'snowflake',
    'bigquery',
    'sqlite',
    'duckdb',
    'generic',
  ]) {
    const formatted = await service.admin.json<{ query: string }>('POST', '/api/format-sql', {
      query,
      dialect,
    });
    t.match(formatted.query, /\{\{a\}\},\n {2}'\{\{b\}\}'\nfrom/);
  }
});

await t.test('values of the user come from the session and from nowhere else', async (t) => {
  const batchText = 'select {{user.email}} as email, {{user.role}} as role';
  const batch = await run({ batchText });
  t.same(await rows(batch), [['admin@example.com', 'admin']]);
  t.equal(batch.parameters, null);
  const given = { batchText, parameters: { 'user.email': 'other@example.com' } };
  t.match(await refusal(given), [{ path: 'parameters.user.email' }]);
  t.same(await refusal({ batchText: 'select {{user.data.team}}' }), [
    { path: 'parameters.user.data.team', message: 'has no value for this user' },
  ]);
  t.match(await refusal({ batchText: 'select {{order.id}}' }), [
    { path: 'parameters.order.id', message: /^is no value of the user/ },
  ]);
});

await t.test('error positions point into the text with placeholders', async (t) => {
  const batchText = 'select {{first}},\n  {{second}}, nothere';
  const batch = await run({ batchText, parameters: { first: 1, second: 'é' } });
  t.match(batch.statements[0]?.error, { line: 2, column: 15, position: 33 });
});

await t.test('a value with a NUL character is refused, as in every text', async (t) => {
  t.match(await refusal({ batchText: 'select {{a}}', parameters: { a: 'a\0b' } }), [
    { path: 'parameters.a' },
  ]);
});

await t.test('placeholders in literals and comments are text', async (t) => {
  const batch = await run({ batchText: `select '{{a}}' as "{{b}}" -- {{c}}` });
  t.same(await rows(batch), [['{{a}}']]);
});

await t.test('the history shows the values, and the audit log has only a hash', async (t) => {
  const batch = await run({ batchText: 'select {{secret}}', parameters: { secret: 'a value' } });
  const history = await service.admin.json<QueryHistoryRow[]>('GET', '/api/query-history');
  t.same(history.find(({ id }) => id === batch.id)?.parameters, { secret: 'a value' });
  const events = await service.database.query<{ detail: Record<string, unknown> }>(
    `select detail from audit_events where target = 'batches/' || $1`,
    [batch.id],
  );
  t.match(events, [{ detail: { parametersHash: /^[0-9a-f]{64}$/ } }]);
  t.notMatch(JSON.stringify(events), /a value/);
});

await t.test('an idempotency key covers the values, in any order', async (t) => {
  const send = (parameters: Body): Promise<Response> =>
    post({ batchText: 'select {{a}}, {{b}}', parameters }, { 'idempotency-key': 'parameters' });
  const idOf = async (response: Response): Promise<string> => ((await response.json()) as Batch).id;
  const first = await idOf(await send({ a: 1, b: 2 }));
  t.equal(await idOf(await send({ b: 2, a: 1 })), first);
  t.equal((await send({ a: 1, b: 3 })).status, 409);
});
