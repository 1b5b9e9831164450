import { requireDeclaredAccess, routeAccess } from '@sluice/api';
import Fastify from 'fastify';
import t from 'tap';
import { openHarness, principalNames } from './route-harness.js';
import { cases } from './route-cases.js';

t.test('every route returns the expected status to every kind of principal', async (t) => {
  t.same(
    Object.keys(cases).sort(),
    Object.keys(routeAccess).sort(),
    'every declared route has a case',
  );
  const harness = await openHarness(t);
  for (const [route, { request, statuses }] of Object.entries(cases)) {
    const [method = '', url = ''] = route.split(' ');
    t.ok(harness.api.app.hasRoute({ method: method, url }), `${route} exists`);
    const got: number[] = [];
    for (const principal of principalNames) {
      const { path = url, body, headers } = (await request?.(harness)) ?? {};
      got.push((await harness.as[principal](method, path, body, headers)).statusCode);
    }
    t.same(got, statuses, route);
  }
});

t.test('an undeclared route prevents the start', async (t) => {
  const app = Fastify();
  t.teardown(() => app.close());
  requireDeclaredAccess(app, '/sub');
  app.get('/sub/api/health', () => ({}));
  t.throws(() => app.get('/sub/api/secrets', () => ({})), {
    message: 'GET /api/secrets is not declared in route-access.ts',
  });
  t.throws(() => app.delete('/sub/api/health', () => ({})), /not declared/);
  const handler = () => ({});
  const both = { method: ['GET', 'POST'], url: '/sub/api/connections', handler };
  t.throws(
    () => app.route(both),
    /different access/,
    'methods of one route must have the same access',
  );
});
