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

t.test('valid signatures are accepted', async (t) => {
  await accepted(t, 'assertion signed', (requestId) => signed({ requestId }));
  await accepted(t, 'response signed', (requestId) =>
    signed({ requestId }, { element: 'Response' }),
  );
  await accepted(t, 'both signed', (requestId) =>
    sign(signed({ requestId }), idp, { element: 'Response' }),
  );
  await accepted(t, 'SHA-512', (requestId) =>
    signed({ requestId }, { signature: 'rsa-sha512', digest: 'sha512' }),
  );
  await accepted(t, 'RSA-PSS', (requestId) => signed({ requestId }, { signature: 'rsa-pss' }));
  await accepted(t, 'with its own certificate', (requestId) =>
    signed({ requestId }, { names: idp.certificate }),
  );
});

t.test('responses in the style of other identity providers are accepted', async (t) => {
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
  // A user with a persistent NameID is no longer found by the address.
  await api.sql.query('delete from identities');
  await accepted(t, 'inclusive prefixes and two signatures, as of Okta', (requestId) => {
    const xml = writeResponse({ requestId, attributes: typed('displayName', 'Eve') })
      .replaceAll('samlp:', 'saml2p:')
      .replaceAll(':samlp', ':saml2p')
      .replaceAll('saml:', 'saml2:')
      .replaceAll(':saml=', ':saml2=')
      .replace(' ID=', ' xmlns:xs="http://www.w3.org/2001/XMLSchema" ID=');
    const how = { inclusive: ['xs'], names: idp.certificate };
    return sign(sign(xml, idp, how), idp, { ...how, element: 'Response' });
  });
  await accepted(t, 'an XML declaration and whitespace between elements', (requestId) =>
    sign(
      `<?xml version="1.0" encoding="UTF-8"?>\n${writeResponse({ requestId }).replaceAll('><', '>\n  <')}`,
      idp,
    ),
  );
});

t.test('invalid signatures are refused', async (t) => {
  await refused(t, 'none', /is signed/, (requestId) => writeResponse({ requestId }));
  await refused(t, 'edited', /certificate in SERVICE_SAML_CERT/, (requestId) =>
    signed({ requestId }).replace('eve@example.com', adminEmail),
  );
  await refused(t, 'by another key', /certificate in SERVICE_SAML_CERT/, (requestId) =>
    sign(writeResponse({ requestId }), other),
  );
  await refused(t, 'by another key with its certificate', /certificate in SERVICE/, (requestId) =>
    sign(writeResponse({ requestId }), other, { names: other.certificate }),
  );
  await refused(
    t,
    'by another key after the right certificate',
    /certificate in SERVICE/,
    (requestId) =>
      sign(writeResponse({ requestId }), other, { names: idp.certificate + other.certificate }),
  );
  const methods: [string, Signing, RegExp][] = [
    ['SHA-1', { signature: 'rsa-sha1' }, /method is not allowed/],
    ['digest by SHA-1', { digest: 'sha1' }, /digest method is not allowed/],
    ['HMAC with the certificate', { signature: 'hmac-sha256' }, /method is not allowed/],
    [
      'canonical form with comments',
      { canonical: `${exclusive}WithComments` },
      /unsupported canonicalization/,
    ],
    [
      'inclusive canonical form',
      { canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' },
      /unsupported canonicalization/,
    ],
    ['no transforms', { transforms: [exclusive] }, /transforms of the signature are not allowed/],
    [
      'over the NameID',
      { over: `//*[local-name(.)='NameID']` },
      /refers to another element|schemas/,
    ],
    ['two references', { also: [`//*[local-name(.)='Response']`] }, /one Reference/],
  ];
  for (const [title, how, reason] of methods) {
    await refused(t, title, reason, (requestId) => signed({ requestId }, how));
  }
  await refused(t, 'over the whole document', /refers to another element/, (requestId) =>
    signed({ requestId }).replace(/URI="[^"]*"/, 'URI=""'),
  );
  await refused(t, 'XPath transform', /transforms of the signature are not allowed/, (requestId) =>
    signed({ requestId }).replace(
      /Algorithm="[^"]*enveloped-signature"/,
      'Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"',
    ),
  );
  await refused(t, 'method none', /method is not allowed/, (requestId) =>
    signed({ requestId }).replace(/(SignatureMethod Algorithm=")[^"]*/, '$1none'),
  );
});

t.test('signature wrapping is refused', async (t) => {
  /** Returns the parts of a signed response and an unsigned assertion. */
  const parts = (requestId: string) => {
    const id = idOf(requestId);
    const xml = signed({ requestId });
    const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
    const unsigned = writeAssertion({ requestId, nameId: adminEmail, assertionId: '_evil' });
    const bare = assertion.replace(signature, '');
    const signatureCopied = unsigned.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    return { id, xml, assertion, signature, unsigned, bare, signatureCopied };
  };
  type Parts = ReturnType<typeof parts>;
  const inObject = (signature: string, content: string): string =>
    signature.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
  const extensions = (content: string): string =>
    `</saml:Issuer><samlp:Extensions>${content}</samlp:Extensions>`;
  const variants: Record<string, (parts: Parts) => string> = {
    before: ({ xml, assertion, unsigned }) => xml.replace(assertion, unsigned + assertion),
    after: ({ xml, assertion, unsigned }) => xml.replace(assertion, assertion + unsigned),
    'XSW3: the unsigned assertion first, with a copy of the signature': ({
      xml,
      assertion,
      signatureCopied,
    }) => xml.replace(assertion, signatureCopied + assertion),
    'XSW4: the signed assertion inside the unsigned one': ({ xml, assertion, unsigned }) =>
      xml.replace(
        assertion,
        unsigned.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`),
      ),
    'XSW5: the signature moves to the unsigned assertion': ({
      xml,
      assertion,
      signatureCopied,
      bare,
    }) => xml.replace(assertion, signatureCopied + bare),
    'XSW6: the signed assertion inside the moved signature': ({
      xml,
      assertion,
      unsigned,
      signature,
      bare,
    }) =>
      xml.replace(
        assertion,
        unsigned.replace('</saml:Issuer>', `</saml:Issuer>${inObject(signature, bare)}`),
      ),
    'XSW7: the signed assertion in the extensions': ({ xml, assertion, unsigned }) =>
      xml.replace(assertion, unsigned).replace('</saml:Issuer>', extensions(assertion)),
    'XSW7 in reverse': ({ xml, unsigned }) => xml.replace('</saml:Issuer>', extensions(unsigned)),
    'XSW8: the signed assertion in a signature object': ({
      xml,
      assertion,
      signatureCopied,
      signature,
      bare,
    }) => xml.replace(assertion, signatureCopied.replace(signature, inObject(signature, bare))),
    'the signed assertion in the advice': ({ xml, assertion, unsigned }) =>
      xml.replace(
        assertion,
        unsigned.replace(
          '<saml:AuthnStatement',
          `<saml:Advice>${assertion}</saml:Advice><saml:AuthnStatement`,
        ),
      ),
    'the signed assertion in the confirmation data': ({ xml, assertion, unsigned }) =>
      xml.replace(
        assertion,
        unsigned.replace(
          /(<saml:SubjectConfirmationData [^>]*)\/>/,
          `$1>${assertion}</saml:SubjectConfirmationData>`,
        ),
      ),
    'an assertion of another namespace': ({ xml, unsigned }) =>
      xml.replace(
        '</saml:Issuer>',
        extensions(
          unsigned
            .replaceAll('saml:', 'x:')
            .replace('xmlns:x="urn:oasis:names:tc:SAML:2.0:assertion"', 'xmlns:x="urn:x"')
            .replace('xmlns:saml', 'xmlns:x'),
        ),
      ),
    'an assertion with the id of the signed one': ({ id, xml, assertion, unsigned }) =>
      xml.replace(assertion, assertion + unsigned.replace('_evil', id)),
  };
  for (const [title, make] of Object.entries(variants)) {
    await refused(t, title, /assertion|schemas|ID is repeated/, (requestId) =>
      make(parts(requestId)),
    );
  }
  const ofResponse = (requestId: string) => {
    const xml = signed({ requestId }, { element: 'Response' });
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
    const unsigned = writeResponse({
      requestId,
      nameId: adminEmail,
      responseId: '_evil',
      assertionId: '_a2',
    });
    return { signature, unsigned, bare: xml.replace(signature, '') };
  };
  await refused(
    t,
    'XSW1: the signed response in a signature object',
    /another response|contains objects|schemas/,
    (requestId) => {
      const { signature, unsigned, bare } = ofResponse(requestId);
      return unsigned.replace('</saml:Issuer>', `</saml:Issuer>${inObject(signature, bare)}`);
    },
  );
  await refused(
    t,
    'XSW2: the signed response beside the signature',
    /another response|schemas/,
    (requestId) => {
      const { signature, unsigned, bare } = ofResponse(requestId);
      return unsigned.replace('</saml:Issuer>', `</saml:Issuer>${signature}${bare}`);
    },
  );
  await refused(t, 'a duplicate id in another spelling', /ID is repeated/, (requestId) =>
    signed({
      requestId,
      extensions: `<samlp:Extensions><x xmlns="urn:x" id="${idOf(requestId)}"/></samlp:Extensions>`,
    }),
  );
});
