import { createPendingSignInRepository } from '@sluice/database';
import t from 'tap';
import { base64, openSamlAttack } from './saml-attack.js';
import { claim, confirm, inMinutes, type Said } from './saml-forge.js';
import { begin, post, sessionOf, whoIs } from './saml-support.js';
import { editorEmail, editorPassword } from './support.js';

const { api, signed, attempt, refused, accepted } = await openSamlAttack(t);

t.test('responses that are meant for somebody else, or for another time', async (t) => {
  const cases: [string, Partial<Said>, RegExp][] = [
    ['another audience', { audience: 'urn:other' }, /another audience/],
    ['an audience that begins so', { audience: 'urn:sluice:test:2' }, /another audience/],
    ['no audience', { audience: null }, /has no audience/],
    ['another recipient', { recipient: 'https://other.example/' }, /another recipient/],
    ['no recipient', { recipient: null }, /another recipient, or none/],
    ['another destination', { destination: 'https://other.example/' }, /another address/],
    ['no destination', { destination: null }, /another address/],
    ['another request', { inResponseTo: '_other' }, /answers another request/],
    ['no request: begun there', { inResponseTo: null }, /another request, or none/],
    ['another request confirmed', { confirms: '_other' }, /confirmation answers another/],
    ['no request confirmed', { confirms: null }, /confirmation answers another/],
    ['begun there', { inResponseTo: null, confirms: null }, /another request, or none/],
    ['another issuer', { issuer: 'https://other.example' }, /another issuer/],
    ['expired', { ends: inMinutes(-2) }, /assertion has expired/],
    ['of the future', { begins: inMinutes(2) }, /not valid yet/],
    ['without an end', { ends: null }, /no end/],
    ['without a beginning', { begins: null }, /no beginning/],
    ['of no time zone', { ends: '2099-01-01T00:00:00' }, /not written in UTC|schemas/],
    ['without conditions', { conditions: '' }, /no conditions/],
    ['confirmation expired', { confirmationEnds: inMinutes(-2) }, /confirmation has expired/],
    ['confirmation without an end', { confirmationEnds: null }, /no end/],
    ['no confirmation', { confirmation: '' }, /bearer confirmation/],
    ['signed in otherwise', { context: 'urn:other' }, /in another way/],
    ['session over', { sessionEnds: inMinutes(-2) }, /session has expired/],
    [
      'status not Success',
      { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
      /did not sign the user in/,
    ],
  ];
  for (const [what, said, reason] of cases) {
    await refused(t, what, reason, (requestId) => signed({ requestId, ...said }));
  }
  await refused(t, 'confirmed twice', /bearer confirmation/, (requestId) =>
    signed({ requestId, confirmation: confirm({ requestId }).repeat(2) }),
  );
  await refused(t, 'confirmed by a key', /bearer confirmation/, (requestId) =>
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
  await accepted(t, 'within the clocks', (requestId) =>
    signed({ requestId, begins: inMinutes(0.5), ends: inMinutes(5) }),
  );
});

t.test('a response is used once, by the browser that asked for it', async (t) => {
  const { requestId, cookie } = await begin(api);
  const response = base64(signed({ requestId, assertionId: '_once' }));
  const without = await post(api, response, '');
  t.equal(without.headers.location, '/signin?error=sign_in_expired', 'no cookie');
  const stranger = await begin(api);
  const foreign = await post(api, response, stranger.cookie);
  t.equal(foreign.headers.location, '/signin?error=saml_invalid', 'the cookie of another sign-in');
  const both = await Promise.all([post(api, response, cookie), post(api, response, cookie)]);
  t.equal(both.filter((answer) => sessionOf(answer) !== undefined).length, 1, 'twice at once');
  const again = await post(api, response, cookie);
  t.equal(again.headers.location, '/signin?error=sign_in_expired', 'again');

  // Should two sign-ins ever share a request, the assertion itself is remembered, in the database.
  const pending = createPendingSignInRepository(api.database);
  const secrets = ['secret-1', 'secret-2', 'secret-3'];
  for (const secret of secrets) {
    await pending.put({ secret, origin: 'saml', data: { requestId: '_same' }, lifetimeMs: 60_000 });
  }
  const shared = base64(signed({ requestId: '_same', assertionId: '_shared' }));
  const three = await Promise.all(
    secrets.map((secret) => post(api, shared, `sluice.saml=${secret}`)),
  );
  t.equal(three.filter((answer) => sessionOf(answer) !== undefined).length, 1);
  t.match(api.log(), /the assertion was used before/);

  const late = await begin(api);
  await api.sql.query(`update pending_sign_ins set expires_at = now() - interval '1 second'`);
  const tooLate = await post(api, base64(signed({ requestId: late.requestId })), late.cookie);
  t.equal(tooLate.headers.location, '/signin?error=sign_in_expired', 'after five minutes');
});

t.test('a session that was there before is not the one that is signed in', async (t) => {
  const first = await api.anonymous('POST', '/api/signin', {
    email: editorEmail,
    password: editorPassword,
  });
  const planted = sessionOf(first) ?? '';
  const { cookie, requestId } = await begin(api);
  const answer = await post(
    api,
    base64(signed({ requestId, assertionId: '_fixed' })),
    `${cookie}; ${planted}`,
  );
  t.match(await whoIs(api, answer), { email: 'eve@example.com' });
  t.not(sessionOf(answer), planted);
  const old = await api.anonymous('GET', '/api/users', undefined, { cookie: planted });
  t.equal(old.statusCode, 401, 'the planted session is dead');
});

t.test('it leads nowhere but here, and only this route takes posts of other sites', async (t) => {
  for (const returnTo of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%0d%0a',
    '/\tx',
  ]) {
    const begun = await begin(api, `/auth/saml?returnTo=${encodeURIComponent(returnTo)}`);
    const xml = signed({ requestId: begun.requestId, assertionId: `_to${Math.random()}` });
    const answer = await api.anonymous(
      'POST',
      '/login/callback',
      new URLSearchParams({ SAMLResponse: base64(xml), RelayState: returnTo }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded', cookie: begun.cookie },
    );
    t.equal(answer.statusCode, 200);
    t.notMatch(answer.body, /evil|\t/, returnTo);
  }
  const json = await api.anonymous('POST', '/login/callback', { SAMLResponse: 'x' });
  t.equal(json.statusCode, 400, 'forms only');
  t.equal((await api.anonymous('GET', '/login/callback?SAMLResponse=x')).statusCode, 404);
  const elsewhere = await api.anonymous('POST', '/api/signout', undefined, {
    'sec-fetch-site': 'cross-site',
  });
  t.equal(elsewhere.statusCode, 403);
  const twice = await api.anonymous('POST', '/login/callback', 'SAMLResponse=a&SAMLResponse=b', {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: (await begin(api)).cookie,
  });
  t.equal(twice.headers.location, '/signin?error=saml_invalid');
});

t.test('an address alone leads to nobody whom something else proves', async (t) => {
  const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const saying = (address: string, nameId?: string) => (requestId: string) =>
    signed({
      requestId,
      ...(nameId === undefined ? { nameId: address } : { nameId, format: persistent }),
      attributes: claim('mail', address),
    });
  const isRefused = async (what: string, make: (requestId: string) => string) => {
    const { answer } = await attempt(make);
    t.equal(answer.headers.location, '/signin?error=linked_elsewhere', what);
    t.equal(sessionOf(answer), undefined, what);
  };
  for (const origin of ['oidc', 'oauth', 'ldap', 'proxy']) {
    const address = `from-${origin}@example.com`;
    const id = await api.addUser({ email: address, role: 'admin' });
    await api.sql.query('update users set origin = $2 where id = $1', [id, origin]);
    await isRefused(`who came by ${origin}`, saying(address));
  }
  const linked = 'linked@example.com';
  const id = await api.addUser({ email: linked, role: 'editor' });
  await api.sql.query(
    `insert into identities (origin, subject, user_id) values ('oidc', 'x', $1)`,
    [id],
  );
  await isRefused('who is linked to another service', saying(linked));
  const links = await api.admin('GET', `/api/users/${id}/identities`);
  t.match(links.json(), [{ origin: 'oidc', subject: 'x', createdAt: String }]);
  t.equal((await api.admin('DELETE', `/api/users/${id}/identities/saml`)).statusCode, 404);
  t.same((await api.admin('DELETE', `/api/users/${id}/identities/oidc`)).json(), {});
  t.same((await api.admin('GET', `/api/users/${id}/identities`)).json(), []);
  await accepted(t, 'an admin has ended the link', saying(linked), linked);

  const staying = 'staying@example.com';
  await accepted(t, 'by a NameID that stays', saying(staying, 'one'), staying);
  await isRefused('another NameID with that address', saying(staying, 'two'));
  await isRefused('the address without it', saying(staying));
  const added = 'added@example.com';
  await api.addUser({ email: added, role: 'editor', password: 'a password of some length' });
  await accepted(t, 'whom an admin has added, as the specification has it', saying(added), added);
});
