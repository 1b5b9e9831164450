import t from 'tap';
import { openTestApi, sampleConnection } from './support.js';

/** One malformed request. */
interface Case {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body?: string | Buffer | undefined;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Bodies that are wrong whatever the route. */
const bodies: [string, string | Buffer][] = [
  ['nothing', ''],
  ['no JSON', '{"name":'],
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
  ['POST', '/api/connection-accesses'],
  ['POST', '/api/queries'],
  ['POST', '/api/format-sql'],
];

const text: unknown[] = [5, true, [], {}];
const missingToo: unknown[] = [...text, null, undefined, ''];
const limit: unknown[] = ['5', 0, -1, 1.5, 1e300, [], {}];

/** Values that a field does not take. */
const fields: [string, Record<string, unknown>, Record<string, unknown[]>][] = [
  [
    '/api/batches',
    { connectionId: 'sample', batchText: 'select 1' },
    {
      connectionId: [...missingToo, 'x'.repeat(256), 'no such connection'],
      batchText: [...missingToo, '   ', ';;;', '-- nothing', 'x'.repeat(1_000_001)],
      name: [...text, 'x'.repeat(256)],
      queryId: [...text, 'x'.repeat(256)],
      selectedText: [...text, ';', '/* nothing */'],
      connectionClientId: [...text, ''],
      chart: [5, 'bar', []],
    },
  ],
  [
    '/api/connections',
    sampleConnection,
    {
      id: [...text, '', '../x', 'x'.repeat(101), 'a b'],
      name: [...missingToo, '   ', 'x'.repeat(256)],
      driver: [...missingToo, 'no-such-driver'],
      description: [...text, 'x'.repeat(10_001)],
      maxRows: limit,
      maxConcurrency: limit,
      queryTimeoutSeconds: limit,
      readOnly: ['true', 1, null, []],
      data: [5, 'x', [], null],
    },
  ],
  [
    '/api/format-sql',
    { query: 'select 1' },
    { query: [...text, null, undefined, 'x'.repeat(200_001)], dialect: [...text, 'postgresql'] },
  ],
  ['/api/test-connection', sampleConnection, { driver: missingToo, readOnly: ['yes', 0] }],
  [
    '/api/signin',
    { email: 'a@example.com', password: 'x' },
    { email: [...missingToo, 'x'.repeat(321)], password: [...missingToo, 'x'.repeat(1025)] },
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
  '/api/batches?limit=-5',
  '/api/batches?includeStatements=maybe',
  '/api/batches?queryId=a&queryId=b',
  '/api/queries?sortBy=id',
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

t.test('a table of malformed requests: each is a 4xx that names what is wrong', async (t) => {
  const api = await openTestApi();
  t.teardown(() => api.close());
  t.ok(table.length >= 200, `${table.length} requests`);
  for (const { name, method, url, body } of table) {
    const answer = await api.admin(method, url, body, {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    });
    t.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${name} is ${answer.statusCode}`);
    const { title, errors } = answer.json<{ title: unknown; errors: unknown }>();
    t.ok(typeof title === 'string' && title !== '', `${name} has a title`);
    t.match(errors, [{ path: String, message: /./ }], name);
  }
  t.equal((await api.admin('GET', '/api/users')).statusCode, 200, 'the service goes on');
});
