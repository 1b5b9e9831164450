import fc from 'fast-check';
import t from 'tap';
import { scanJson } from '../dist/http/json-scan.js';
import { openApi } from './fixtures.js';

t.test('a duplicate JSON key is refused with its path, however it is escaped', async (t) => {
  const api = await openApi(t);
  const cases: [string, string][] = [
    ['{"name":"a","name":"b"}', 'name'],
    ['{"name":"a","role":"editor","n\\u0061me":"a"}', 'name'],
    ['{"data":{"host":"a","port":"1","host":"b"},"name":"x"}', 'data.host'],
    ['{"data":{"list":[{"a":1},{"b":[],"b":{}}]}}', 'data.list.1.b'],
    ['{"name":"a","__proto__":{},"__proto__":{}}', '__proto__'],
    ['{"":1,"":2}', ''],
    [`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1,`).join('')}"k7":2}`, 'k7'],
  ];
  for (const [body, path] of cases) {
    const response = await api.admin('POST', '/api/connections', body);
    t.equal(response.statusCode, 400, path);
    t.match(
      response.json(),
      { code: 'repeated_key', errors: [{ path, message: /is repeated/ }] },
      path,
    );
  }
  const fine = [
    '{"name":"a","data":{"name":"b"}}',
    '{"name":"{\\"name\\":1,\\"name\\":2}","driver":"\\\\","x":["name","name"]}',
    '{"data":[{"name":1},{"name":2}],"name":"[{,"}',
  ];
  for (const body of fine) {
    t.not(
      (await api.admin('POST', '/api/connections', body)).json<{ code: string }>().code,
      'repeated_key',
      body,
    );
  }
  const broken = await api.admin('POST', '/api/connections', '{"name":1,"name":2');
  t.match(broken.json(), { code: 'malformed_body' }, 'invalid JSON is reported first');
});

t.test('the scan before parsing agrees with the parser for every body', (t) => {
  const json = fc.jsonValue({ maxDepth: 6 });
  fc.assert(
    fc.property(json, (value) => {
      const text = Buffer.from(JSON.stringify(value));
      const { isTooDeep, repeated } = scanJson(text, 64);
      return !isTooDeep && repeated === null;
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      scanJson(Buffer.from(bytes), 8);
    }),
    { numRuns: 500 },
  );
  t.end();
});
