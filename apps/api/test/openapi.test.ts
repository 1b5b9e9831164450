import { readFile } from 'node:fs/promises';
import { serviceVersion } from '@sluice/api';
import t from 'tap';
import { openApi } from './fixtures.js';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
  security?: object[];
  requestBody?: object;
}

interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
}

/** Returns the app's routes as `GET /api/x/{id}` from the tree that Fastify prints, without the docs. */
function routesOf(tree: string): string[] {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
    path.length = indent.length / 4;
    path.push(part);
    const full = path.join('').replace(/^\/sub\/*/, '/');
    if (!full.startsWith('/api/') || /^\/api\/(docs|openapi\.json)/.test(full)) return [];
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${full.replace(/:(\w+)/g, '{$1}')}`);
  });
}

t.test('the OpenAPI document', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_BASE_URL: '/sub' } });
  const response = await api.anonymous('GET', '/sub/api/openapi.json');
  t.equal(response.statusCode, 200);
  const document = response.json<Document>();

  t.test('is OpenAPI 3.1 for a service under a path prefix', async (t) => {
    t.equal(document.openapi, '3.1.0');
    t.equal(document.info.version, serviceVersion);
    t.same(document.servers, [{ url: '/sub' }]);
    t.same(Object.keys(document.components.securitySchemes), ['basic', 'bearer', 'session']);
    const manifest = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    t.equal(manifest.version, serviceVersion);
  });

  t.test('lists every route', (t) => {
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    for (const route of [
      'GET /api/app',
      'GET /api/health',
      'GET /api/ready',
      'POST /api/signin',
      'GET /api/signout',
      'POST /api/signout',
      'GET /api/users',
      'GET /api/users/{id}',
      'GET /api/drivers',
      'GET /api/connections',
      'POST /api/connections',
      'GET /api/connections/{id}',
      'PUT /api/connections/{id}',
      'DELETE /api/connections/{id}',
      'POST /api/test-connection',
      'GET /api/connections/{id}/schema',
      'GET /api/schema-info/{id}',
      'POST /api/batches',
      'GET /api/batches/{id}',
      'GET /api/batches/{id}/statements',
      'GET /api/statements/{id}',
      'GET /api/statements/{id}/results',
      'GET /api/queries',
      'PUT /api/queries/{id}',
      'GET /api/tags',
      'GET /api/query-history',
      'POST /api/format-sql',
    ]) {
      t.ok(listed.includes(route), route);
    }
    const unlisted = routesOf(api.app.printRoutes({ commonPrefix: false })).filter(
      (route) => !listed.includes(route),
    );
    t.same(unlisted, [], 'every served route is listed');
    t.end();
  });

  t.test('has every referenced schema', (t) => {
    const references = [...response.body.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    t.ok(references.length > 20);
    const missing = references.filter(
      ([, name]) => name === undefined || !Object.hasOwn(document.components.schemas, name),
    );
    t.same(missing, []);
    for (const name of ['Error', 'Batch', 'Statement', 'Connection', 'User', 'Driver', 'App']) {
      t.ok(name in document.components.schemas, name);
    }
    t.end();
  });

  t.test('describes an error body for every 4xx and 5xx status', (t) => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        t.ok('200' in operation.responses, `${method} ${path}`);
        for (const [status, response] of Object.entries(operation.responses)) {
          if (!/^[45]/.test(status)) continue;
          t.ok(response.content?.['application/json']?.schema, `${method} ${path} ${status}`);
        }
      }
    }
    t.end();
  });

  t.test('is rendered by a page without external resources', async (t) => {
    for (const url of [
      '/sub/api/docs',
      '/sub/api/docs/',
      '/sub/api/docs/static/swagger-ui-bundle.js',
      '/sub/api/docs/static/swagger-initializer.js',
    ]) {
      t.equal((await api.anonymous('GET', url)).statusCode, 200, url);
    }
    const page = (await api.anonymous('GET', '/sub/api/docs')).body;
    t.notMatch(page, /<script(?! src)/, 'no inline script');
    t.notMatch(page, /https?:\/\//, 'no external resources');
    const missing = await api.anonymous('GET', '/sub/api/docs/static/none.js');
    t.equal(missing.statusCode, 404);
    t.match(missing.json(), { title: 'Not found' });
  });
});
