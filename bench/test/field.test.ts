import { startService } from '@sluice/testkit';
import t from 'tap';
import { compare } from '../field/compare.js';
import { renderFigures, summarize } from '../field/figures.js';
import { readOptions } from '../field/options.js';

const address = 'https://sql.example.com/sub';
const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;

t.test('options: a single value applies to both servers', async (t) => {
  const args = [`${address}/`, 'http://b', '--connection', 'c1', '--connection', 'c2'];
  const { servers, effort } = readOptions([...args, '--login', 'a@b.c:p:w', '--rounds', '7'], {});
  const authorization = basic('a@b.c:p:w');
  t.same(servers, [
    { address, authorization, connectionId: 'c1' },
    { address: 'http://b', authorization, connectionId: 'c2' },
  ]);
  t.equal(effort.rounds, 7);
  const tokens = readOptions([...args, '--token', 'one', '--token', 'two'], {});
  t.same(
    tokens.servers.map((server) => server.authorization),
    ['Bearer one', 'Bearer two'],
  );
  const mixed = readOptions([...args, '--login', 'x:y', '--token', '', '--token', 'two'], {});
  t.same(
    mixed.servers.map((server) => server.authorization),
    [basic('x:y'), 'Bearer two'],
  );
  const fromOutside = { FIELD_LOGIN: 'x:y', DATABASE_URL: 'postgres://d' };
  t.match(readOptions(args, fromOutside), {
    servers: [{ authorization: basic('x:y') }, {}],
    databaseUrl: 'postgres://d',
  });
  t.equal(readOptions(args, {}).servers[0]?.authorization, undefined);
});

t.test('options: a problem is reported with the usage', async (t) => {
  const wrong: [problem: RegExp, args: string[]][] = [
    [/One or two addresses/, ['--connection', 'c']],
    [/One or two addresses/, ['http://a', 'http://b', 'http://c', '--connection', 'c']],
    [/not an address/, ['sql.example.com', '--connection', 'c']],
    [/--connection is needed/, ['http://a']],
    [/no extension wait/, ['http://a', '--connection', 'c', '--with', 'wait']],
    [/whole number/, ['http://a', '--connection', 'c', '--rounds', '0']],
    [/--nonsense/, ['http://a', '--connection', 'c', '--nonsense']],
  ];
  for (const [problem, args] of wrong) {
    t.throws(() => readOptions(args, {}), { message: problem });
    t.throws(() => readOptions(args, {}), { message: /npm run bench:field -- <address>/ });
  }
});

t.test('figures: medians, and ratios above 1 if the first is better', async (t) => {
  const round = (own: number, their: number) =>
    new Map(
      Object.entries({ a: own, b: their }).map(([name, value]) => [
        name,
        [
          { what: 'time', unit: 'ms' as const, value },
          { what: 'rate', unit: 'MB/s' as const, value },
        ],
      ]),
    );
  const figures = summarize([round(10, 20), round(1, 3), round(100, 50)]);
  t.match(figures, [
    // The ratios of the rounds are 2, 3 and 0.5, although the medians are 10 and 20.
    { what: 'time', medians: { a: 10, b: 20 }, ratios: { b: 2 } },
    { what: 'rate', medians: { a: 10, b: 20 }, ratios: { b: 0.5 } },
  ]);
  t.equal(
    renderFigures(['a', 'b'], figures),
    [
      '| what | a         | b         | ratio to b |',
      '| ---- | --------- | --------- | ---------- |',
      '| time | 10.0 ms   | 20.0 ms   | 2.00 ×     |',
      '| rate | 10.0 MB/s | 20.0 MB/s | 0.50 ×     |',
    ].join('\n'),
  );
});

t.test('figures: no ratio for what only one subject has', async (t) => {
  const measured = [{ what: 'polls', unit: 'polls/s' as const, value: 5 }];
  const [figure] = summarize([
    new Map([
      ['a', measured],
      ['b', []],
    ]),
  ]);
  t.same(figure?.ratios, {});
  t.match(renderFigures(['a', 'b'], [figure!]), /polls \| 5\.0 polls\/s \| +\| +\|$/);
});

t.test('a real service and PostgreSQL, every part with little data', async (t) => {
  const service = await startService({ queue: 'postgres' });
  t.teardown(() => service.stop());
  const options = readOptions(
    [
      ...[service.baseUrl, '--connection', service.connectionId, '--quick', '--rounds', '2'],
      ...['--with', 'pages', '--with', 'cancel'],
      ...['--large', 'select g, md5(g::text) from generate_series(1, 25000) g'],
    ],
    { DATABASE_URL: service.target.url },
  );
  options.servers[0]!.authorization = service.admin.authorization;
  const said: string[] = [];
  const { subjects, figures } = await compare(options, (line) => said.push(line));
  t.same(subjects, [service.baseUrl, 'PostgreSQL']);
  t.equal(said.length, 6);
  const missing = new Set([
    'large result, read in pages',
    'large result, a page, p95',
    'status polls, 4 watchers',
    'status poll, 4 watchers, p99',
    'cancel of a running batch, to its end',
  ]);
  t.equal(figures.length, 13);
  for (const { what, medians, ratios } of figures) {
    t.ok((medians[service.baseUrl] ?? 0) > 0, what);
    t.equal((ratios['PostgreSQL'] ?? 0) > 0, !missing.has(what), `${what}: ratio`);
  }
  const refused = { ...options, servers: [{ ...options.servers[0]!, authorization: 'Bearer no' }] };
  await t.rejects(
    compare(refused, () => undefined),
    /POST \/api\/batches: 401/,
  );
});
