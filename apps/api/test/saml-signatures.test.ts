import t from 'tap';
import { openSamlAttack } from './saml-attack.js';
import {
  claim,
  createSigner,
  exclusive,
  idOf,
  sign,
  writeAssertion,
  writeResponse,
  type Signing,
} from './saml-forge.js';
import { adminEmail } from './support.js';

const { api, idp, signed, refused, accepted } = await openSamlAttack(t);
const other = createSigner();

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
