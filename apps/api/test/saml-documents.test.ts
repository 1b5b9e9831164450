import { createServer } from 'node:http';
import t from 'tap';
import { base64, openSamlAttack } from './saml-attack.js';
import { claim, writeResponse } from './saml-forge.js';
import { startSignIn, post, principalOf } from './saml-support.js';
import { adminEmail } from './support.js';

const { api, signed, attempt, refused, accepted } = await openSamlAttack(t);

t.test('comments and CDATA do not change the values that are read', async (t) => {
  const address = `${adminEmail}.evil.example`;
  // A signature does not cover comments, so an attacker can insert them.
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

t.test('malicious XML documents are refused', async (t) => {
  let visits = 0;
  const listener = createServer((_request, response) => {
    visits += 1;
    response.end('<!ENTITY % x "y">');
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
  for (const [title, dtd] of Object.entries(dtds)) {
    await refused(
      t,
      title,
      /has a DTD/,
      (requestId) => dtd + signed({ requestId }).replace('eve@example.com', '&x;'),
    );
  }
  t.equal(visits, 0, 'no external entity is fetched');
  await refused(t, 'an undeclared entity', /not well-formed/, (requestId) =>
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
  await refused(t, '60 levels', /more than 50 levels/, (requestId) =>
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
  for (const [title, bytes] of [
    ['UTF-16', Buffer.from('\uFEFF<a/>', 'utf16le')],
    ['broken UTF-8', Buffer.from([0x3c, 0x61, 0xc0, 0x80])],
    ['an empty document', Buffer.alloc(0)],
    ['not XML', Buffer.from('hello')],
  ] as const) {
    const started = await startSignIn(api);
    const response = await post(api, bytes.toString('base64'), started.cookie);
    t.equal(response.headers.location, '/signin?error=saml_invalid', title);
  }
  const started = await startSignIn(api);
  const huge = await post(api, base64(`<a b="${'x'.repeat(1_000_000)}"/>`), started.cookie);
  t.equal(huge.statusCode, 413);
  t.match(huge.json(), { title: /./ });
});

t.test('changing any byte never signs in another user', async (t) => {
  let changed = 0;
  for (let round = 0; round < 60; round++) {
    const { response } = await attempt((requestId) => {
      const xml = signed({ requestId, assertionId: `_round${round}` });
      const at = Math.floor((xml.length * (round + 0.5)) / 60);
      const char = xml[at] === 'x' ? 'y' : 'x';
      return xml.slice(0, at) + char + xml.slice(at + 1);
    });
    const user = await principalOf(api, response);
    if (user === undefined) changed += 1;
    else t.match(user, { email: 'eve@example.com', role: 'editor' });
  }
  t.ok(changed > 30, 'most changed responses are refused');
  t.notMatch(api.log(), /PHNhbW|<saml|eve@example/, 'no assertion is logged');
});
