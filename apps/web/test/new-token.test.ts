import t from 'tap';
import { emptyToken, tokenRequest } from '../src/tokens/new-token.js';

t.test('a new token reads only and expires, unless the user chooses otherwise', async (t) => {
  t.same(tokenRequest({ ...emptyToken(), name: ' laptop ' }), {
    name: 'laptop',
    scopes: ['schema:read', 'sql:run', 'results:read'],
    readOnly: true,
    connectionIds: null,
    expiresInSeconds: 7_776_000,
    maxConcurrency: null,
    maxRows: null,
  });
  t.same(
    tokenRequest({
      name: 'x',
      scopes: ['sql:run'],
      connectionIds: ['c'],
      readOnly: false,
      lifetime: '0',
      maxConcurrency: 2,
      maxRows: 10,
    }),
    {
      name: 'x',
      scopes: ['sql:run'],
      readOnly: false,
      connectionIds: ['c'],
      expiresInSeconds: null,
      maxConcurrency: 2,
      maxRows: 10,
    },
  );
});

t.test('a token that may administer includes all connections', async (t) => {
  const scopes = ['admin' as const];
  t.equal(tokenRequest({ ...emptyToken(), scopes, connectionIds: ['c'] }).connectionIds, null);
});
