import { demand, SamlRefusal } from './refusal.js';
import { childrenOf, everyElement, ns, onlyChild, type Xml } from './xml.js';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/**
 * Public-key signatures with SHA-2 only: SHA-1 is broken, and the key of an HMAC would be the
 * public certificate.
 */
const signatureMethods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const digestMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** The values that a response must match. */
export interface Envelope {
  /** The assertion consumer service URL. */
  destination: string;
  /** The id of the request. */
  requestId: string;
}

/**
 * Checks everything that is possible before the signature: there is one assertion at its place, the
 * assertion or its response is signed, and the response belongs to this request.
 *
 * @returns the assertion's id
 * @throws SamlRefusal
 */
export function checkEnvelope(response: Xml, expected: Envelope): string {
  demand(isElement(response, ns.protocol, 'Response'), 'the message is not a response');
  demand(response.attributes.get('Version') === '2.0', 'the response has an unsupported version');
  const destination = response.attributes.get('Destination');
  demand(destination === expected.destination, 'the response has a wrong destination');
  const answers = response.attributes.get('InResponseTo');
  demand(answers === expected.requestId, 'the response has a wrong or missing InResponseTo');
  checkStatus(response);
  const assertion = findAssertion(response);
  checkIds(response);
  checkSignatures(response, assertion);
  return assertion.attributes.get('ID') ?? '';
}

const isElement = (element: Xml, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace;

function checkStatus(response: Xml): void {
  const status = onlyChild(response, ns.protocol, 'Status');
  const code = status === null ? null : onlyChild(status, ns.protocol, 'StatusCode');
  if (code?.attributes.get('Value') !== SUCCESS) {
    throw new SamlRefusal('the identity provider refused the sign-in', 'saml_denied');
  }
}

/** Searches by local name, as a lenient reader would. */
const named = (root: Xml, name: string): Xml[] =>
  [...everyElement(root)].filter((element) => element.name === name);

function findAssertion(response: Xml): Xml {
  const names = ['EncryptedAssertion', 'EncryptedID', 'EncryptedAttribute', 'EncryptedData'];
  if (names.some((name) => named(response, name).length > 0)) {
    throw new SamlRefusal('encrypted assertions are not supported', 'saml_encrypted');
  }
  demand(named(response, 'Response').length === 1, 'the response contains another response');
  demand(named(response, 'Assertion').length === 1, 'there is not exactly one assertion');
  const assertion = onlyChild(response, ns.assertion, 'Assertion');
  demand(assertion !== null, 'the assertion is not a child of the response');
  return assertion;
}

/** Covers every attribute named id: an id must identify one element. */
function checkIds(response: Xml): void {
  const ids = [...everyElement(response)].flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => /(^|\})id$/i.test(name)).map(([, id]) => id),
  );
  demand(new Set(ids).size === ids.length, 'an ID is repeated');
}

function checkSignatures(response: Xml, assertion: Xml): void {
  const signed = [response, assertion].flatMap((element) =>
    childrenOf(element, ns.signature, 'Signature').map((signature) => ({ element, signature })),
  );
  demand(signed.length > 0, 'neither the response nor the assertion is signed');
  demand(
    signed.length === named(response, 'Signature').length &&
      new Set(signed.map(({ element }) => element)).size === signed.length,
    'a signature is not a child of the response or the assertion',
  );
  for (const { element, signature } of signed) checkSignature(signature, element);
}

function checkSignature(signature: Xml, signed: Xml): void {
  const part = (parent: Xml, name: string): Xml => {
    const child = onlyChild(parent, ns.signature, name);
    demand(child !== null, `the signature does not have exactly one ${name}`);
    return child;
  };
  const algorithm = (parent: Xml, name: string): string =>
    part(parent, name).attributes.get('Algorithm') ?? '';
  const info = part(signature, 'SignedInfo');
  part(signature, 'SignatureValue');
  const isBare = childrenOf(signature, ns.signature, 'Object').length === 0;
  demand(isBare, 'the signature contains objects');
  demand(
    algorithm(info, 'CanonicalizationMethod') === EXCLUSIVE,
    'the signature has an unsupported canonicalization',
  );
  demand(
    signatureMethods.has(algorithm(info, 'SignatureMethod')),
    'the signature method is not allowed',
  );
  const reference = part(info, 'Reference');
  const id = signed.attributes.get('ID') ?? '';
  demand(
    id !== '' && reference.attributes.get('URI') === `#${id}`,
    'the signature refers to another element',
  );
  demand(
    digestMethods.has(algorithm(reference, 'DigestMethod')),
    'the digest method is not allowed',
  );
  const transforms = part(reference, 'Transforms').children.map((transform) =>
    isElement(transform, ns.signature, 'Transform')
      ? transform.attributes.get('Algorithm')
      : undefined,
  );
  demand(
    transforms.length <= 2 &&
      transforms[0] === ENVELOPED &&
      (transforms.length === 1 || transforms[1] === EXCLUSIVE),
    'the transforms of the signature are not allowed',
  );
}
