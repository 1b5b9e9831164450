import { createServer } from 'node:http';
import { createPendingSignInRepository } from '@sluice/database';
import t, { type Test } from 'tap';
import {
  claim,
  confirm,
  createSigner,
  exclusive,
  idOf,
  inMinutes,
  issuer,
  sign,
  usualContext,
  writeAssertion,
  writeResponse,
  type Said,
  type Signing,
} from './saml-forge.js';
import { begin, post, samlSettings, sessionOf, whoIs, type Begun } from './saml-support.js';
import { adminEmail, editorEmail, editorPassword, openTestApi, type TestApi } from './support.js';

const idp = createSigner();
const other = createSigner();
const bodyOf = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, '');

let api: TestApi;
let before: Begun;

t.before(async () => {
  api = await openTestApi({
    settings: samlSettings(
      { certificate: bodyOf(idp.certificate), entryPoint: 'https://idp.example/sso' },
      {
        SERVICE_SAML_IDP_ISSUER: issuer,
        SERVICE_SAML_AUTO_SIGN_UP: 'true',
        SERVICE_SAML_AUTH_CONTEXT: usualContext,
      },
    ),
  });
});
t.teardown(() => api.close());
t.beforeEach(async () => {
  before = await begin(api);
});

const base64 = (xml: string): string => Buffer.from(xml).toString('base64');

/** What comes of a response, made for a sign-in that has just begun. */
const attempt = async (make: (requestId: string) => string) => {
  const begun = await begin(api);
  const logged = api.log().length;
  const answer = await post(api, base64(make(begun.requestId)), begun.cookie);
  return { answer, log: api.log().slice(logged) };
};

/** The response is refused, and for this reason: not by luck. */
const refused = async (
  t: Test,
  what: string,
  reason: RegExp,
  make: (requestId: string) => string,
): Promise<void> => {
  const { answer, log } = await attempt(make);
  t.equal(answer.statusCode, 302, what);
  t.match(answer.headers.location, /^\/signin\?error=saml_/, what);
  t.equal(sessionOf(answer), undefined, what);
  t.match(log, reason, what);
};

/** Somebody comes in, whom the identity provider has signed. */
const accepted = async (
  t: Test,
  what: string,
  make: (requestId: string) => string,
  email = 'eve@example.com',
): Promise<void> => {
  const { answer, log } = await attempt(make);
  t.match(await whoIs(api, answer), { email, role: 'editor' }, `${what} ${log}`);
};

const signed = (said: Said, how?: Signing): string => sign(writeResponse(said), idp, how);

t.test('what is in order comes in', async (t) => {
  await accepted(t, 'assertion signed', (requestId) => signed({ requestId }));
  await accepted(t, 'response signed', (requestId) => signed({ requestId }, { what: 'Response' }));
  await accepted(t, 'both signed', (requestId) =>
    sign(signed({ requestId }), idp, { what: 'Response' }),
  );
  await accepted(t, 'SHA-512', (requestId) =>
    signed({ requestId }, { signature: 'rsa-sha512', digest: 'sha512' }),
  );
  await accepted(t, 'RSA-PSS', (requestId) => signed({ requestId }, { signature: 'rsa-pss' }));
  await accepted(t, 'with its own certificate', (requestId) =>
    signed({ requestId }, { names: idp.certificate }),
  );
});

t.test('as other identity providers write', async (t) => {
  const typed = (name: string, value: string): string =>
    claim(name, value).replace(
      '<saml:AttributeValue>',
      '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
    );
  await accepted(t, 'default namespaces, as of Microsoft', (requestId) => {
    const said = {
      requestId,
      nameId: 'AbCd',
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: claim(
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
        'eve@example.com',
      ),
    };
    const xml = writeResponse(said)
      .replace('<saml:Issuer>', '<Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">')
      .replaceAll('<saml:', '<')
      .replaceAll('</saml:', '</')
      .replaceAll('xmlns:saml=', 'xmlns=')
      .replace('<samlp:Response', '<samlp:Response xmlns:x="urn:x"')
      .replace(/(<samlp:Response [^>]*) xmlns="[^"]*"/, '$1');
    return sign(xml, idp, { prefix: '', names: idp.certificate });
  });
  // Whoever has a NameID that stays is not known by the address any more.
  await api.sql.query('delete from identities');
  await accepted(t, 'inclusive prefixes and two signatures, as of Okta', (requestId) => {
    const xml = writeResponse({ requestId, attributes: typed('displayName', 'Eve') })
      .replaceAll('samlp:', 'saml2p:')
      .replaceAll(':samlp', ':saml2p')
      .replaceAll('saml:', 'saml2:')
      .replaceAll(':saml=', ':saml2=')
      .replace(' ID=', ' xmlns:xs="http://www.w3.org/2001/XMLSchema" ID=');
    const how = { inclusive: ['xs'], names: idp.certificate };
    return sign(sign(xml, idp, how), idp, { ...how, what: 'Response' });
  });
  await accepted(t, 'an XML declaration and room between the elements', (requestId) =>
    sign(
      `<?xml version="1.0" encoding="UTF-8"?>\n${writeResponse({ requestId }).replaceAll('><', '>\n  <')}`,
      idp,
    ),
  );
});

t.test('signatures that prove nothing', async (t) => {
  await refused(t, 'none', /is signed/, (requestId) => writeResponse({ requestId }));
  await refused(t, 'edited', /certificate of SERVICE_SAML_CERT/, (requestId) =>
    signed({ requestId }).replace('eve@example.com', adminEmail),
  );
  await refused(t, 'by another key', /certificate of SERVICE_SAML_CERT/, (requestId) =>
    sign(writeResponse({ requestId }), other),
  );
  await refused(t, 'by another key that is named', /certificate of SERVICE/, (requestId) =>
    sign(writeResponse({ requestId }), other, { names: other.certificate }),
  );
  await refused(t, 'by another key behind the right name', /certificate of SERVICE/, (requestId) =>
    sign(writeResponse({ requestId }), other, { names: idp.certificate + other.certificate }),
  );
  const methods: [string, Signing, RegExp][] = [
    ['SHA-1', { signature: 'rsa-sha1' }, /method that is not allowed/],
    ['digest by SHA-1', { digest: 'sha1' }, /digest that is not allowed/],
    ['HMAC with the certificate', { signature: 'hmac-sha256' }, /method that is not allowed/],
    ['comments count', { canonical: `${exclusive}WithComments` }, /another canonical form/],
    [
      'inclusive form',
      { canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' },
      /another canonical form/,
    ],
    ['no transforms', { transforms: [exclusive] }, /transforms that are not allowed/],
    ['over the NameID', { over: `//*[local-name(.)='NameID']` }, /over another element|schemas/],
    ['two references', { also: [`//*[local-name(.)='Response']`] }, /one Reference/],
  ];
  for (const [what, how, reason] of methods) {
    await refused(t, what, reason, (requestId) => signed({ requestId }, how));
  }
  await refused(t, 'over the whole document', /over another element/, (requestId) =>
    signed({ requestId }).replace(/URI="[^"]*"/, 'URI=""'),
  );
  await refused(t, 'XPath transform', /transforms that are not allowed/, (requestId) =>
    signed({ requestId }).replace(
      /Algorithm="[^"]*enveloped-signature"/,
      'Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"',
    ),
  );
  await refused(t, 'method none', /method that is not allowed/, (requestId) =>
    signed({ requestId }).replace(/(SignatureMethod Algorithm=")[^"]*/, '$1none'),
  );
});

t.test('wrapping: the signed assertion is there, and another one', async (t) => {
  /** The signed response in its parts, and an assertion that nobody signed. */
  const parts = (requestId: string) => {
    const id = idOf(requestId);
    const xml = signed({ requestId });
    const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
    const evil = writeAssertion({ requestId, nameId: adminEmail, assertionId: '_evil' });
    const bare = assertion.replace(signature, '');
    const evilSigned = evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    return { id, xml, assertion, signature, evil, bare, evilSigned };
  };
  type Parts = ReturnType<typeof parts>;
  const inObject = (signature: string, content: string): string =>
    signature.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
  const extensions = (content: string): string =>
    `</saml:Issuer><samlp:Extensions>${content}</samlp:Extensions>`;
  const variants: Record<string, (parts: Parts) => string> = {
    before: ({ xml, assertion, evil }) => xml.replace(assertion, evil + assertion),
    after: ({ xml, assertion, evil }) => xml.replace(assertion, assertion + evil),
    'XSW3: the other first, with the signature of the signed one': ({
      xml,
      assertion,
      evilSigned,
    }) => xml.replace(assertion, evilSigned + assertion),
    'XSW4: the signed one within the other': ({ xml, assertion, evil }) =>
      xml.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    'XSW5: the signature moves to the other': ({ xml, assertion, evilSigned, bare }) =>
      xml.replace(assertion, evilSigned + bare),
    'XSW6: the signed one within that signature': ({ xml, assertion, evil, signature, bare }) =>
      xml.replace(
        assertion,
        evil.replace('</saml:Issuer>', `</saml:Issuer>${inObject(signature, bare)}`),
      ),
    'XSW7: the signed one among the extensions': ({ xml, assertion, evil }) =>
      xml.replace(assertion, evil).replace('</saml:Issuer>', extensions(assertion)),
    'XSW7 in reverse': ({ xml, evil }) => xml.replace('</saml:Issuer>', extensions(evil)),
    'XSW8: the signed one in an object': ({ xml, assertion, evilSigned, signature, bare }) =>
      xml.replace(assertion, evilSigned.replace(signature, inObject(signature, bare))),
    'in the advice': ({ xml, assertion, evil }) =>
      xml.replace(
        assertion,
        evil.replace(
          '<saml:AuthnStatement',
          `<saml:Advice>${assertion}</saml:Advice><saml:AuthnStatement`,
        ),
      ),
    'in the data of the confirmation': ({ xml, assertion, evil }) =>
      xml.replace(
        assertion,
        evil.replace(
          /(<saml:SubjectConfirmationData [^>]*)\/>/,
          `$1>${assertion}</saml:SubjectConfirmationData>`,
        ),
      ),
    'of another namespace': ({ xml, evil }) =>
      xml.replace(
        '</saml:Issuer>',
        extensions(
          evil
            .replaceAll('saml:', 'x:')
            .replace('xmlns:x="urn:oasis:names:tc:SAML:2.0:assertion"', 'xmlns:x="urn:x"')
            .replace('xmlns:saml', 'xmlns:x'),
        ),
      ),
    'with the id of the signed one': ({ id, xml, assertion, evil }) =>
      xml.replace(assertion, assertion + evil.replace('_evil', id)),
  };
  for (const [what, make] of Object.entries(variants)) {
    await refused(t, what, /assertion|schemas|id occurs twice/, (requestId) =>
      make(parts(requestId)),
    );
  }
  const ofResponse = (requestId: string) => {
    const xml = signed({ requestId }, { what: 'Response' });
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
    const evil = writeResponse({
      requestId,
      nameId: adminEmail,
      responseId: '_evil',
      assertionId: '_a2',
    });
    return { signature, evil, bare: xml.replace(signature, '') };
  };
  await refused(
    t,
    'XSW1: the signed response in an object',
    /within|holds objects|schemas/,
    (requestId) => {
      const { signature, evil, bare } = ofResponse(requestId);
      return evil.replace('</saml:Issuer>', `</saml:Issuer>${inObject(signature, bare)}`);
    },
  );
  await refused(
    t,
    'XSW2: the signed response beside the signature',
    /within|schemas/,
    (requestId) => {
      const { signature, evil, bare } = ofResponse(requestId);
      return evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}${bare}`);
    },
  );
  await refused(t, 'an id of another spelling', /id occurs twice/, (requestId) =>
    signed({
      requestId,
      extensions: `<samlp:Extensions><x xmlns="urn:x" id="${idOf(requestId)}"/></samlp:Extensions>`,
    }),
  );
});

t.test('comments and CDATA change nothing that is read', async (t) => {
  const address = `${adminEmail}.evil.example`;
  // A signature does not cover comments: anybody could have put them there.
  await refused(t, 'a comment in the NameID', /has comments/, (requestId) =>
    signed({ requestId, nameId: address }).replace(address, `${adminEmail}<!-- -->.evil.example`),
  );
  await refused(t, 'a comment in an attribute', /has comments/, (requestId) =>
    signed({ requestId, attributes: claim('role', 'admin-not') }).replace(
      'admin-not',
      'admin<!-- -->-not',
    ),
  );
  await accepted(
    t,
    'CDATA in the NameID',
    (requestId) =>
      signed({ requestId, nameId: address }).replace(
        address,
        `<![CDATA[${adminEmail}]]>.evil.example`,
      ),
    address,
  );
  await accepted(
    t,
    'CDATA in an attribute',
    (requestId) =>
      signed({
        requestId,
        nameId: 'opaque',
        format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        attributes: claim('mail', address),
      }).replace(address, `${adminEmail}<![CDATA[.evil.example]]>`),
    address,
  );
});

t.test('documents that are weapons', async (t) => {
  let visits = 0;
  const listener = createServer((_request, answer) => {
    visits += 1;
    answer.end('<!ENTITY % x "y">');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  t.teardown(() => listener.close());
  const { port } = listener.address() as { port: number };
  const laughs = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('');
  const dtds = {
    'a file': '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    HTTP: `<!DOCTYPE r [<!ENTITY x SYSTEM "http://127.0.0.1:${port}/">]>`,
    'an external subset': `<!DOCTYPE r SYSTEM "http://127.0.0.1:${port}/">`,
    'parameter entities': `<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:${port}/"> %x;]>`,
    'a billion laughs': `<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}<!ENTITY x "&l9;">]>`,
  };
  for (const [what, dtd] of Object.entries(dtds)) {
    await refused(
      t,
      what,
      /has a DTD/,
      (requestId) => dtd + signed({ requestId }).replace('eve@example.com', '&x;'),
    );
  }
  t.equal(visits, 0, 'nothing was fetched');
  await refused(t, 'an entity that nobody declared', /not well-formed/, (requestId) =>
    signed({ requestId }).replace('eve@example.com', '&x;'),
  );
  await refused(
    t,
    'a stylesheet',
    /processing instructions/,
    (requestId) => `<?xml-stylesheet href="x"?>${signed({ requestId })}`,
  );
  const nested = (depth: number) =>
    `<samlp:Extensions>${'<x xmlns="urn:x">'.repeat(depth)}${'</x>'.repeat(depth)}</samlp:Extensions>`;
  await refused(t, '60 levels', /deeper than 50/, (requestId) =>
    signed({ requestId, extensions: nested(60) }),
  );
  await refused(t, '1,500 levels', /not well-formed/, (requestId) =>
    writeResponse({ requestId, extensions: nested(1_500) }),
  );
  const values = (count: number): string =>
    claim('groups', '</saml:AttributeValue><saml:AttributeValue>g'.repeat(count));
  await accepted(t, '1,000 groups', (requestId) =>
    signed({ requestId, attributes: values(1_000) }),
  );
  await refused(t, '5,000 tags', /more than 4000 tags/, (requestId) =>
    writeResponse({ requestId, attributes: values(2_500) }),
  );
  await refused(t, '5,000 attributes', /more than 4000 attributes/, (requestId) =>
    writeResponse({
      requestId,
      extensions: `<samlp:Extensions><x${Array.from({ length: 5_000 }, (_, at) => ` a${at}=""`).join('')}/></samlp:Extensions>`,
    }),
  );
  for (const [what, bytes] of [
    ['UTF-16', Buffer.from('\uFEFF<a/>', 'utf16le')],
    ['broken UTF-8', Buffer.from([0x3c, 0x61, 0xc0, 0x80])],
    ['nothing', Buffer.alloc(0)],
    ['no XML', Buffer.from('hello')],
  ] as const) {
    const begun = await begin(api);
    const answer = await post(api, bytes.toString('base64'), begun.cookie);
    t.equal(answer.headers.location, '/signin?error=saml_invalid', what);
  }
  const begun = await begin(api);
  const huge = await post(api, base64(`<a b="${'x'.repeat(1_000_000)}"/>`), begun.cookie);
  t.equal(huge.statusCode, 413);
  t.match(huge.json(), { title: /./ });
});

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
  const { requestId, cookie } = before;
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
  const { cookie, requestId } = before;
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
    cookie: before.cookie,
  });
  t.equal(twice.headers.location, '/signin?error=saml_invalid');
});

t.test('whatever byte is changed, nobody else comes in', async (t) => {
  let changed = 0;
  for (let round = 0; round < 60; round++) {
    const { answer } = await attempt((requestId) => {
      const xml = signed({ requestId, assertionId: `_round${round}` });
      const at = Math.floor((xml.length * (round + 0.5)) / 60);
      const char = xml[at] === 'x' ? 'y' : 'x';
      return xml.slice(0, at) + char + xml.slice(at + 1);
    });
    const who = await whoIs(api, answer);
    if (who === undefined) changed += 1;
    else t.match(who, { email: 'eve@example.com', role: 'editor' });
  }
  t.ok(changed > 30, 'most are refused');
  t.notMatch(api.log(), /PHNhbW|<saml|eve@example/, 'no assertion is in the log');
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
