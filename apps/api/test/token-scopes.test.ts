import { routeAccess } from '@sluice/api';
import { tokenScopes } from '@sluice/contracts';
import t from 'tap';
import { openHarness } from './route-harness.js';
import { tokenClient } from './personal-token-support.js';

/** Codes of refusals by the guard. */
const refusals = new Set(['token_scope', 'token_route']);

t.test('each route accepts tokens with its scope, and no others', async (t) => {
  const { api } = await openHarness(t);
  const routes = Object.entries(routeAccess).filter(([, { access }]) => access !== 'anyone');
  for (const has of tokenScopes) {
    const only = await tokenClient(api, api.admin, { scopes: [has] });
    const others = await tokenClient(api, api.admin, {
      scopes: tokenScopes.filter((scope) => scope !== has),
    });
    for (const [route, { scope }] of routes) {
      const [method = '', path = ''] = route.split(' ');
      const body = method === 'POST' || method === 'PUT' ? {} : undefined;
      const codeFor = async (caller: typeof only) => {
        const response = await caller(method, path, body);
        const code = response.statusCode === 403 ? response.json<{ code: string }>().code : '';
        return refusals.has(code) ? code : 'admitted';
      };
      const needs = [scope].flat();
      const isAdmitted = scope === 'tools' || needs.every((needed) => needed === has);
      const needed = scope === null ? 'token_route' : isAdmitted ? 'admitted' : 'token_scope';
      t.equal(await codeFor(only), needed, `${route} with ${has} only`);
      if (needs.includes(has))
        t.equal(await codeFor(others), 'token_scope', `${route} without ${has}`);
    }
  }
});

t.test('an editor cannot call routes of admins with any token', async (t) => {
  const { api } = await openHarness(t);
  const made = await api.editor('POST', '/api/tokens', { name: 'x', scopes: ['admin'] });
  t.equal(made.statusCode, 400);
  const call = await tokenClient(api, api.editor, { scopes: ['sql:run'] });
  await api.sql.query(`update personal_tokens set scopes = '{admin}'`);
  t.equal((await call('GET', '/api/audit')).statusCode, 403, 'even with a forged row');
});
