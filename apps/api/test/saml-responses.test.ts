import { createPendingSignInRepository } from '@sluice/database';
import t from 'tap';
import { base64, openSamlAttack } from './saml-attack.js';
import { claim, confirm, inMinutes, type ResponseContents } from './saml-forge.js';
import { startSignIn, post, sessionOf, principalOf } from './saml-support.js';
import { editorEmail, editorPassword } from './support.js';

const { api, signed, attempt, refused, accepted } = await openSamlAttack(t);

t.test('responses for another recipient or time are refused', async (t) => {
  const cases: [string, Partial<ResponseContents>, RegExp][] = [
    ['another audience', { audience: 'urn:other' }, /another audience/],
    ['an audience with our id as a prefix', { audience: 'urn:sluice:test:2' }, /another audience/],
    ['no audience', { audience: null }, /has no audience/],
    ['another recipient', { recipient: 'https://other.example/' }, /wrong or missing recipient/],
    ['no recipient', { recipient: null }, /missing recipient/],
    ['another destination', { destination: 'https://other.example/' }, /wrong destination/],
    ['no destination', { destination: null }, /wrong destination/],
    ['another request', { inResponseTo: '_other' }, /wrong or missing InResponseTo/],
    ['no request id, as in IdP-initiated sign-in', { inResponseTo: null }, /missing InResponseTo/],
    ['another request confirmed', { confirms: '_other' }, /confirmation has a wrong/],
    ['no request confirmed', { confirms: null }, /confirmation has a wrong/],
    ['no request id at all', { inResponseTo: null, confirms: null }, /missing InResponseTo/],
    ['another issuer', { issuer: 'https://other.example' }, /another issuer/],
    ['expired', { ends: inMinutes(-2) }, /assertion has expired/],
    ['not valid yet', { begins: inMinutes(2) }, /not valid yet/],
    ['no end', { ends: null }, /no NotOnOrAfter/],
    ['no beginning', { begins: null }, /no NotBefore/],
    ['no time zone', { ends: '2099-01-01T00:00:00' }, /not in UTC|schemas/],
    ['no conditions', { conditions: '' }, /no conditions/],
    ['confirmation expired', { confirmationEnds: inMinutes(-2) }, /confirmation has expired/],
    ['confirmation has no end', { confirmationEnds: null }, /no NotOnOrAfter/],
    ['no confirmation', { confirmation: '' }, /bearer confirmation/],
    ['another authentication context', { context: 'urn:other' }, /authentication context differs/],
    ['session expired', { sessionEnds: inMinutes(-2) }, /session has expired/],
    [
      'status not Success',
      { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
      /refused the sign-in/,
    ],
  ];
  for (const [title, contents, reason] of cases) {
    await refused(t, title, reason, (requestId) => signed({ requestId, ...contents }));
  }
  await refused(t, 'confirmed twice', /bearer confirmation/, (requestId) =>
    signed({ requestId, confirmation: confirm({ requestId }).repeat(2) }),
  );
  await refused(t, 'holder-of-key confirmation', /bearer confirmation/, (requestId) =>
    signed({
      requestId,
      confirmation: confirm({ requestId }).replace('cm:bearer', 'cm:holder-of-key'),
    }),
  );
  await refused(t, 'one audience of two', /another audience/, (requestId) => {
    const restriction = (audience: string) =>
      `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`;
    return signed({
      requestId,
      conditions:
        `<saml:Conditions NotBefore="${inMinutes(-1)}" NotOnOrAfter="${inMinutes(5)}">` +
        `${restriction('urn:sluice:test')}${restriction('urn:other')}</saml:Conditions>`,
    });
  });
  await accepted(t, 'within the clock tolerance', (requestId) =>
    signed({ requestId, begins: inMinutes(0.5), ends: inMinutes(5) }),
  );
});

t.test('a response can be used once, by the browser that started the sign-in', async (t) => {
  const { requestId, cookie } = await startSignIn(api);
  const samlResponse = base64(signed({ requestId, assertionId: '_once' }));
  const without = await post(api, samlResponse, '');
  t.equal(
    without.headers.location,
    '/signin?error=sign_in_expired',
    'a response without the cookie is refused',
  );
  const otherSignIn = await startSignIn(api);
  const foreign = await post(api, samlResponse, otherSignIn.cookie);
  t.equal(
    foreign.headers.location,
    '/signin?error=saml_invalid',
    'a response with the cookie of another sign-in is refused',
  );
  const both = await Promise.all([
    post(api, samlResponse, cookie),
    post(api, samlResponse, cookie),
  ]);
  t.equal(
    both.filter((response) => sessionOf(response) !== undefined).length,
    1,
    'one of two concurrent posts succeeds',
  );
  const again = await post(api, samlResponse, cookie);
  t.equal(again.headers.location, '/signin?error=sign_in_expired', 'a second use is refused');

  // The database stores used assertions, in case two sign-ins share a request.
  const pending = createPendingSignInRepository(api.database);
  const secrets = ['secret-1', 'secret-2', 'secret-3'];
  for (const secret of secrets) {
    await pending.put({ secret, origin: 'saml', data: { requestId: '_same' }, lifetimeMs: 60_000 });
  }
  const shared = base64(signed({ requestId: '_same', assertionId: '_shared' }));
  const three = await Promise.all(
    secrets.map((secret) => post(api, shared, `sluice.saml=${secret}`)),
  );
  t.equal(three.filter((response) => sessionOf(response) !== undefined).length, 1);
  t.match(api.log(), /the assertion was already used/);

  const expired = await startSignIn(api);
  await api.sql.query(`update pending_sign_ins set expires_at = now() - interval '1 second'`);
  const lateResponse = await post(
    api,
    base64(signed({ requestId: expired.requestId })),
    expired.cookie,
  );
  t.equal(
    lateResponse.headers.location,
    '/signin?error=sign_in_expired',
    'an expired sign-in is refused',
  );
});

t.test('the sign-in creates a new session', async (t) => {
  const first = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  const earlier = sessionOf(first) ?? '';
  const { cookie, requestId } = await startSignIn(api);
  const response = await post(
    api,
    base64(signed({ requestId, assertionId: '_fixed' })),
    `${cookie}; ${earlier}`,
  );
  t.match(await principalOf(api, response), { email: 'eve@example.com' });
  t.not(sessionOf(response), earlier);
  const old = await api.anonymous('GET', '/api/users', undefined, { cookie: earlier });
  t.equal(old.statusCode, 401, 'the earlier session is invalid');
});

t.test(
  'the sign-in redirects only to this site, and only this route accepts cross-site posts',
  async (t) => {
    for (const returnTo of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/%0d%0a',
      '/\tx',
    ]) {
      const started = await startSignIn(api, `/auth/saml?returnTo=${encodeURIComponent(returnTo)}`);
      const xml = signed({ requestId: started.requestId, assertionId: `_to${Math.random()}` });
      const response = await api.anonymous(
        'POST',
        '/login/callback',
        new URLSearchParams({ SAMLResponse: base64(xml), RelayState: returnTo }).toString(),
        { 'content-type': 'application/x-www-form-urlencoded', cookie: started.cookie },
      );
      t.equal(response.statusCode, 200);
      t.notMatch(response.body, /evil|\t/, returnTo);
    }
    const json = await api.anonymous('POST', '/login/callback', { SAMLResponse: 'x' });
    t.equal(json.statusCode, 400, 'only forms are accepted');
    t.equal((await api.anonymous('GET', '/login/callback?SAMLResponse=x')).statusCode, 404);
    const crossSite = await api.anonymous('POST', '/api/signout', undefined, {
      'sec-fetch-site': 'cross-site',
    });
    t.equal(crossSite.statusCode, 403);
    const twice = await api.anonymous('POST', '/login/callback', 'SAMLResponse=a&SAMLResponse=b', {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: (await startSignIn(api)).cookie,
    });
    t.equal(twice.headers.location, '/signin?error=saml_invalid');
  },
);

t.test('an address alone does not match users of other sign-in methods', async (t) => {
  const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const responseWith = (address: string, nameId?: string) => (requestId: string) =>
    signed({
      requestId,
      ...(nameId === undefined ? { nameId: address } : { nameId, format: persistent }),
      attributes: claim('mail', address),
    });
  const isRefused = async (title: string, make: (requestId: string) => string) => {
    const { response } = await attempt(make);
    t.equal(response.headers.location, '/signin?error=linked_elsewhere', title);
    t.equal(sessionOf(response), undefined, title);
  };
  for (const origin of ['oidc', 'oauth', 'ldap', 'proxy']) {
    const address = `from-${origin}@example.com`;
    const id = await api.addUser({ email: address, role: 'admin' });
    await api.sql.query('update users set origin = $2 where id = $1', [id, origin]);
    await isRefused(`a user of ${origin}`, responseWith(address));
  }
  const linked = 'linked@example.com';
  const id = await api.addUser({ email: linked, role: 'editor' });
  await api.sql.query(
    `insert into identities (origin, subject, user_id) values ('oidc', 'x', $1)`,
    [id],
  );
  await isRefused('a user linked to another provider', responseWith(linked));
  const links = await api.admin('GET', `/api/users/${id}/identities`);
  t.match(links.json(), [{ origin: 'oidc', subject: 'x', createdAt: String }]);
  t.equal((await api.admin('DELETE', `/api/users/${id}/identities/saml`)).statusCode, 404);
  t.same((await api.admin('DELETE', `/api/users/${id}/identities/oidc`)).json(), {});
  t.same((await api.admin('GET', `/api/users/${id}/identities`)).json(), []);
  await accepted(t, 'the link is deleted by an admin', responseWith(linked), linked);

  const staying = 'staying@example.com';
  await accepted(t, 'a persistent NameID', responseWith(staying, 'one'), staying);
  await isRefused('another NameID with the same address', responseWith(staying, 'two'));
  await isRefused('the address without the NameID', responseWith(staying));
  const added = 'added@example.com';
  await api.addUser({ email: added, role: 'editor', password: 'a password of some length' });
  await accepted(t, 'a user added by an admin', responseWith(added), added);
});
