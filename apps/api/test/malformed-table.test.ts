import t from 'tap';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';

/** A malformed request. */
interface Case {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body?: string | Buffer | undefined;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Bodies that every route refuses. */
const bodies: [string, string | Buffer][] = [
  ['an empty body', ''],
  ['not JSON', '{"name":'],
  ['a lone word', 'hello'],
  ['a comment', '{} // no'],
  ['single quotes', "{'name': 'x'}"],
  ['a trailing comma', '{"name":"x",}'],
  ['NaN', '{"name":NaN}'],
  ['null', 'null'],
  ['a number', '5'],
  ['a text', '"select 1"'],
  ['an array', '[]'],
  ['100,000 nested brackets', nested(100_000)],
  ['100,000 open brackets', '['.repeat(100_000)],
  ['100,000 open braces', '{"a":'.repeat(100_000)],
  ['65 levels in a field', `{"name":${nested(65)}}`],
  ['a NUL', '{"name":"a\\u0000b"}'],
  ['a NUL in a key', '{"data":{"a\\u0000":1}}'],
  ['a raw NUL', '{"name":"a\0b"}'],
  ['a lone high surrogate', '{"name":"\\ud800"}'],
  ['a lone low surrogate', '{"data":{"host":"x\\udc00y"}}'],
  ['surrogates in the wrong order', '{"name":"\\udc00\\ud800"}'],
  ['U+FFFE', '{"name":"\\ufffe"}'],
  ['__proto__', '{"__proto__":{"role":"admin"}}'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
  ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
  ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
  ['gzip', Buffer.from('1f8b0800000000000003', 'hex')],
];

const routes: [Case['method'], string][] = [
  ['POST', '/api/batches'],
  ['POST', '/api/connections'],
  ['POST', '/api/test-connection'],
  ['POST', '/api/signin'],
  ['POST', '/api/signup'],
  ['POST', '/api/users'],
  ['POST', '/api/service-tokens'],
  ['POST', '/api/tokens'],
  ['POST', '/api/connection-accesses'],
  ['POST', '/api/queries'],
  ['POST', '/api/format-sql'],
  ['PUT', '/api/drafts/5f0c7d0b-1a11-4c3e-9a63-01964e1a7c1f'],
];

const notText: unknown[] = [5, true, [], {}];
const textOrMissing: unknown[] = [...notText, null, undefined, ''];
const notLimit: unknown[] = ['5', 0, -1, 1.5, 1e300, [], {}];

/** Invalid values by field. */
const fields: [string, Record<string, unknown>, Record<string, unknown[]>][] = [
  [
    '/api/batches',
    { connectionId: 'sample', batchText: 'select 1' },
    {
      connectionId: [...textOrMissing, 'x'.repeat(256), 'no such connection'],
      batchText: [...textOrMissing, '   ', ';;;', '-- empty', 'x'.repeat(1_000_001)],
      name: [...notText, 'x'.repeat(256)],
      queryId: [...notText, 'x'.repeat(256)],
      selectedText: [...notText, ';', '/* empty */'],
      connectionClientId: [...notText, ''],
      chart: [5, 'bar', []],
    },
  ],
  [
    '/api/connections',
    sampleConnection,
    {
      id: [...notText, '', '../x', 'x'.repeat(101), 'a b'],
      name: [...textOrMissing, '   ', 'x'.repeat(256)],
      driver: [...textOrMissing, 'no-such-driver'],
      description: [...notText, 'x'.repeat(10_001)],
      maxRows: notLimit,
      maxConcurrency: notLimit,
      queryTimeoutSeconds: notLimit,
      readOnly: ['true', 1, null, []],
      data: [5, 'x', [], null],
    },
  ],
  [
    '/api/format-sql',
    { query: 'select 1' },
    {
      query: [...notText, null, undefined, 'x'.repeat(200_001)],
      dialect: [...notText, 'postgresql'],
    },
  ],
  [
    '/api/tokens',
    { name: 'ci', scopes: ['sql:run'] },
    {
      name: [...textOrMissing, '   ', 'x'.repeat(256)],
      scopes: [...notText, null, undefined, ['all'], 'sql:run'],
      connectionIds: [5, 'sample', {}, [], [5], ['no such connection']],
      readOnly: ['true', 1, null, []],
      expiresInSeconds: [...notLimit, 1e10],
      maxConcurrency: notLimit,
      maxRows: notLimit,
    },
  ],
  ['/api/test-connection', sampleConnection, { driver: textOrMissing, readOnly: ['yes', 0] }],
  [
    '/api/signin',
    { email: 'a@example.com', password: 'x' },
    { email: [...textOrMissing, 'x'.repeat(321)], password: [...textOrMissing, 'x'.repeat(1025)] },
  ],
];

const queries = [
  '/api/users?limit=0',
  '/api/users?limit=-1',
  '/api/users?limit=1.5',
  '/api/users?limit=',
  '/api/users?limit=x',
  '/api/users?limit=1&limit=2',
  '/api/users?limit=1e9',
  '/api/users?limit=%00',
  '/api/users?offset=-1',
  '/api/users?offset=99999999999999999999',
  '/api/tokens?all=maybe',
  '/api/batches?limit=-5',
  '/api/batches?includeStatements=maybe',
  '/api/batches?sharedWithMe=maybe',
  '/api/batches?queryId=a&queryId=b',
  '/api/queries?sortBy=id',
  '/api/queries/q/versions?limit=0',
  '/api/query-history?filter=a',
  '/api/query-history?filter=status|eq|x&filter=status|eq|y',
  '/api/query-history?limit=0',
  '/%',
  '/%zz',
  '/api/users/%E0%A4%A',
  '/api/users/%00',
];

const shown = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 20);

const table: Case[] = [
  ...routes.flatMap(([method, url]) =>
    bodies.map(([name, body]): Case => ({ name: `${method} ${url}: ${name}`, method, url, body })),
  ),
  ...fields.flatMap(([url, valid, bad]) =>
    Object.entries(bad).flatMap(([field, values]) =>
      values.map((value): Case => ({
        name: `POST ${url}: ${field} ${shown(value)}`,
        method: 'POST',
        url,
        body: JSON.stringify({ ...valid, [field]: value }),
      })),
    ),
  ),
  ...queries.map((url): Case => ({ name: `GET ${url}`, method: 'GET', url })),
];

t.test('every malformed request returns 4xx and names what is wrong', async (t) => {
  const api = await openApi(t);
  t.ok(table.length >= 200, `${table.length} requests`);
  for (const { name, method, url, body } of table) {
    const response = await api.admin(method, url, body, {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    });
    t.ok(
      response.statusCode >= 400 && response.statusCode < 500,
      `${name} is ${response.statusCode}`,
    );
    const { title, errors } = response.json<{ title: unknown; errors: unknown }>();
    t.ok(typeof title === 'string' && title !== '', `${name} has a title`);
    t.match(errors, [{ path: String, message: /./ }], name);
  }
  t.equal((await api.admin('GET', '/api/users')).statusCode, 200, 'the service still works');
});
