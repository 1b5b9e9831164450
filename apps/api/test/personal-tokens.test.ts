import type { ErrorBody, PersonalToken } from '@sluice/contracts';
import { until } from '@sluice/testkit';
import t from 'tap';
import { createShortLivedCache } from '../src/cache/index.js';
import { createPersonalTokenCredentials } from '../src/identity/personal-tokens/index.js';
import { isWellFormed, newToken } from '../src/identity/personal-tokens/format.js';
import { editorEmail, editorPassword } from './support.js';
import { openApi, signIn } from './fixtures.js';
import { createPersonalToken, tokenClient, withToken } from './personal-token-support.js';

/** CRC-32 of `slu_` and 43 zeros, computed by an independent program. */
const checksumOfZero = '249Qmb';

t.test('a token has a fixed form with a checksum', async (t) => {
  const tokens = Array.from({ length: 1_000 }, newToken);
  t.equal(new Set(tokens).size, 1_000);
  t.ok(tokens.every((token) => /^slu_[0-9A-Za-z]{49}$/.test(token)));
  t.ok(tokens.every(isWellFormed));
  t.ok(isWellFormed(`slu_${'0'.repeat(43)}${checksumOfZero}`), 'the documented example');
});

t.test('forged and truncated tokens are refused without a query', async (t) => {
  const queried: string[] = [];
  const never = createShortLivedCache((key: string) => {
    queried.push(key);
    return Promise.resolve(null);
  });
  const credentials = createPersonalTokenCredentials({
    rows: never,
    users: never,
    uses: { note: () => t.fail('a refused token is not used') },
  });
  const token = newToken();
  const other = (character: string) => (character === 'a' ? 'b' : 'a');
  const forged = [
    ...Array.from(
      token,
      (character, at) => token.slice(0, at) + other(character) + token.slice(at + 1),
    ),
    ...Array.from(token, (_, at) => token.slice(0, at)),
    ...Array.from(token, (_, at) => token.slice(at + 1)),
    `${token}0`,
    ` ${token}`,
    `${token}\n`,
    token.toUpperCase(),
    token.replace('slu_', 'SLU_'),
    `slu_${token}`,
    'slu_',
    '',
  ];
  for (const each of forged) t.equal(await credentials.check(each, '192.0.2.7'), null);
  t.same(queried, []);
  t.equal(await credentials.check(token, '192.0.2.7'), null);
  t.equal(queried.length, 1, 'an unknown token is looked up by its hash');
  t.notOk(queried[0]?.includes(token.slice(4, 20)));
});

t.test(
  'unknown fields of a new token are refused, with the field that was probably intended',
  async (t) => {
    const api = await openApi(t);
    const intended: [name: string, field: string | undefined][] = [
      ['readonly', 'readOnly'],
      ['read_only', 'readOnly'],
      ['expiresAt', 'expiresInSeconds'],
      ['connections', 'connectionIds'],
      ['maxrows', 'maxRows'],
      ['scope', 'scopes'],
      ['color', undefined],
      ['x'.repeat(10_000), undefined],
    ];
    for (const [name, field] of intended) {
      const body = { name: 'narrow', scopes: ['sql:run'], [name]: 1 };
      const response = await api.admin('POST', '/api/tokens', body);
      t.equal(response.statusCode, 400, name.slice(0, 20));
      const message = field === undefined ? 'is unknown' : `is unknown. Did you mean ${field}?`;
      t.same(response.json<ErrorBody>().errors, [{ path: name.slice(0, 64), message }]);
    }
    t.same((await api.admin('GET', '/api/tokens')).json(), []);
  },
);

t.test('users create, list and delete their tokens; admins those of all users', async (t) => {
  const api = await openApi(t);
  const body = {
    name: 'laptop',
    scopes: ['schema:read', 'sql:run', 'sql:run'],
    readOnly: true,
    maxConcurrency: 2,
    maxRows: 10,
    expiresInSeconds: 3_600,
  };
  const made = await createPersonalToken(api.editor, body);
  t.match(made, {
    name: 'laptop',
    userEmail: editorEmail,
    scopes: ['schema:read', 'sql:run'],
    connectionIds: null,
    readOnly: true,
    maxConcurrency: 2,
    maxRows: 10,
    maskedToken: `slu_…${made.token.slice(-4)}`,
    lastUsedAt: null,
  });
  t.ok(Math.abs(Date.parse(made.expiresAt ?? '') - Date.now() - 3_600_000) < 10_000);

  const { token, ...listed } = made;
  t.same((await api.editor('GET', '/api/tokens')).json(), [listed]);
  t.same((await api.admin('GET', '/api/tokens')).json(), []);
  t.same((await api.admin('GET', '/api/tokens?all=true')).json(), [listed]);
  t.equal((await api.editor('GET', '/api/tokens?all=true')).statusCode, 403);
  const [stored] = await api.sql.query<{ row: string }>(
    'select k::text as row from personal_tokens k',
  );
  t.notOk(stored?.row.includes(token.slice(4, 40)));
  t.notOk(api.log().includes(token.slice(4, 40)));

  for (const [change, path] of [
    [{ name: 'laptop' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['sql:write'] }, 'scopes.0'],
    [{ scopes: ['admin'] }, 'scopes'],
    [{ connectionIds: ['none'] }, 'connectionIds.0'],
    [{ connectionIds: [] }, 'connectionIds'],
    [{ expiresInSeconds: 0 }, 'expiresInSeconds'],
    [{ maxRows: 0 }, 'maxRows'],
    [{ maxConcurrency: 1.5 }, 'maxConcurrency'],
    [{ readOnly: 'true' }, 'readOnly'],
  ] as const) {
    const refused = await api.editor('POST', '/api/tokens', { ...body, name: 'x', ...change });
    t.equal(refused.statusCode, 400, path);
    t.match(refused.json(), { errors: [{ path }] });
  }
  const narrowedAdmin = { name: 'x', scopes: ['admin'], connectionIds: ['c'] };
  t.match((await api.admin('POST', '/api/tokens', narrowedAdmin)).json(), {
    errors: [{ path: 'connectionIds' }],
  });

  const call = withToken(api, token);
  t.match((await call('GET', '/api/app')).json(), {
    currentUser: { email: editorEmail, role: 'editor', token: undefined },
  });
  t.equal((await call('GET', '/api/connections')).statusCode, 200);
  await until('its use is recorded', async () => {
    const [row] = (await api.editor('GET', '/api/tokens')).json<PersonalToken[]>();
    return row?.lastUsedAt != null && row.lastUsedAddress === '127.0.0.1';
  });
  t.equal((await api.editor('DELETE', `/api/tokens/${made.id}`)).statusCode, 200);
  t.equal((await call('GET', '/api/connections')).statusCode, 401, 'refused at once');
  t.equal((await api.editor('DELETE', `/api/tokens/${made.id}`)).statusCode, 404);
  const log = (await api.admin('GET', '/api/audit')).json<{ action: string }[]>();
  const actions = log.map(({ action }) => action);
  t.ok(actions.includes('token.created') && actions.includes('token.deleted'));
  t.notOk(JSON.stringify(log).includes(token.slice(4, 40)));
});

t.test('a token expires', async (t) => {
  const api = await openApi(t);
  const call = await tokenClient(api, api.editor, { scopes: ['schema:read'], expiresInSeconds: 1 });
  t.equal((await call('GET', '/api/connections')).statusCode, 200);
  await until(
    'it is refused after its time',
    async () => (await call('GET', '/api/connections')).statusCode === 401,
    2_500,
  );
});

t.test('a token manages no credentials, and an invalid one hides no others', async (t) => {
  const api = await openApi(t);
  const call = await tokenClient(api, api.admin, { scopes: ['admin', 'queries:read'] });
  const [user] = (await call('GET', '/api/users')).json<{ id: string; email: string }[]>();
  const path = `/api/users/${user?.id}`;
  for (const [method, url, body] of [
    ['POST', '/api/tokens', { name: 'x', scopes: ['admin'] }],
    ['GET', '/api/sessions', undefined],
    ['DELETE', '/api/sessions', undefined],
    ['POST', '/api/users', { email: 'new@example.com', role: 'admin', password: editorPassword }],
    ['PUT', path, { password: 'a password of some length' }],
    ['PUT', path, { passwordResetId: 'new' }],
  ] as const) {
    const refused = await call(method, url, body);
    t.equal(refused.statusCode, 403, `${method} ${url}`);
    t.equal(refused.json<{ code: string }>().code, 'token_route', `${method} ${url}`);
  }
  const invited = { email: 'invited@example.com', role: 'editor' };
  t.match((await call('POST', '/api/users', invited)).json(), { passwordResetId: null });
  const seen = (await api.admin('GET', '/api/users')).json<{ email: string }[]>();
  t.match(
    seen.find(({ email }) => email === invited.email),
    { passwordResetId: /./ },
    'a person sees the link',
  );
  const cookie = await signIn(api, editorEmail, editorPassword);
  const invalid = withToken(api, newToken());
  t.equal((await invalid('GET', '/api/queries', undefined, { cookie })).statusCode, 401);

  const refusals = (await api.admin('GET', '/api/audit')).json<{ actorName: string }[]>();
  t.ok(
    refusals.some(({ actorName }) => actorName.startsWith('admin@example.com (token token 0.')),
    'the audit log names the token',
  );
});

t.test('a token of an admin without the scope admin does not act as an admin', async (t) => {
  const api = await openApi(t);
  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'C', 'postgres', '')`);
  const scopes = ['schema:read', 'sql:run', 'results:read', 'queries:read'];
  const call = await tokenClient(api, api.admin, { scopes });
  const [connection] = (await call('GET', '/api/connections')).json<object[]>();
  t.match(connection, { id: 'c' }, 'it may use what the admin may use');
  t.notHas(connection, 'data', 'and sees no data of connections');
  const own = await call('POST', '/api/batches', { connectionId: 'c', batchText: 'select 1' });
  t.equal(own.statusCode, 200);
  const foreign = await api.editor('POST', '/api/batches', {
    connectionId: 'c',
    batchText: 'select 2',
  });
  const { id } = foreign.json<{ id: string }>();
  t.equal((await api.admin('GET', `/api/batches/${id}`)).statusCode, 200);
  t.equal((await call('GET', `/api/batches/${id}`)).statusCode, 403);
  t.equal((await call('PUT', `/api/batches/${id}/cancel`)).statusCode, 403);
  const history = (await call('GET', '/api/query-history')).json<object[]>();
  t.equal(history.length, 1, 'the history has its own batches only');
});
