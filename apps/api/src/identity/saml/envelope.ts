import { demand, SamlRefusal } from './refusal.js';
import { childrenOf, everyElement, ns, onlyChild, type Xml } from './xml.js';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** By public key and SHA-2 only: SHA-1 is broken, and the key of an HMAC would be the certificate. */
const signatureMethods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const digestMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** What a response must say around its assertion. */
export interface Envelope {
  /** Where we take responses. */
  destination: string;
  /** The request that it answers. */
  requestId: string;
}

/**
 * Checks all that can be checked before the signature: there is one assertion, in its place, what is
 * signed is it or the response around it, and the response is meant for this request.
 *
 * @returns the assertion's id
 * @throws SamlRefusal
 */
export function checkEnvelope(response: Xml, expected: Envelope): string {
  demand(isA(response, ns.protocol, 'Response'), 'the message is no response');
  demand(response.attributes.get('Version') === '2.0', 'the response has another version');
  const destination = response.attributes.get('Destination');
  demand(destination === expected.destination, 'the response is meant for another address');
  const answers = response.attributes.get('InResponseTo');
  demand(answers === expected.requestId, 'the response answers another request, or none');
  checkStatus(response);
  const assertion = findAssertion(response);
  checkIds(response);
  checkSignatures(response, assertion);
  return assertion.attributes.get('ID') ?? '';
}

const isA = (element: Xml, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace;

function checkStatus(response: Xml): void {
  const status = onlyChild(response, ns.protocol, 'Status');
  const code = status === null ? null : onlyChild(status, ns.protocol, 'StatusCode');
  if (code?.attributes.get('Value') !== success) {
    throw new SamlRefusal('the identity provider did not sign the user in', 'saml_denied');
  }
}

/** By local name, as a careless reader would look for it. */
const named = (root: Xml, name: string): Xml[] =>
  [...everyElement(root)].filter((element) => element.name === name);

function findAssertion(response: Xml): Xml {
  const names = ['EncryptedAssertion', 'EncryptedID', 'EncryptedAttribute', 'EncryptedData'];
  if (names.some((name) => named(response, name).length > 0)) {
    throw new SamlRefusal('encrypted assertions are not supported', 'saml_encrypted');
  }
  demand(named(response, 'Response').length === 1, 'there is a response within the response');
  demand(named(response, 'Assertion').length === 1, 'there is not exactly one assertion');
  const assertion = onlyChild(response, ns.assertion, 'Assertion');
  demand(assertion !== null, 'the assertion is not in its place');
  return assertion;
}

/** Whatever the attribute is called: which element an id names must be beyond doubt. */
function checkIds(response: Xml): void {
  const ids = [...everyElement(response)].flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => /(^|\})id$/i.test(name)).map(([, id]) => id),
  );
  demand(new Set(ids).size === ids.length, 'an id occurs twice');
}

function checkSignatures(response: Xml, assertion: Xml): void {
  const signed = [response, assertion].flatMap((element) =>
    childrenOf(element, ns.signature, 'Signature').map((signature) => ({ element, signature })),
  );
  demand(signed.length > 0, 'neither the response nor the assertion is signed');
  demand(
    signed.length === named(response, 'Signature').length &&
      new Set(signed.map(({ element }) => element)).size === signed.length,
    'a signature is not in its place',
  );
  for (const { element, signature } of signed) checkSignature(signature, element);
}

function checkSignature(signature: Xml, signed: Xml): void {
  const part = (parent: Xml, name: string): Xml => {
    const child = onlyChild(parent, ns.signature, name);
    demand(child !== null, `the signature has not exactly one ${name}`);
    return child;
  };
  const algorithm = (parent: Xml, name: string): string =>
    part(parent, name).attributes.get('Algorithm') ?? '';
  const info = part(signature, 'SignedInfo');
  part(signature, 'SignatureValue');
  const isBare = childrenOf(signature, ns.signature, 'Object').length === 0;
  demand(isBare, 'the signature holds objects');
  demand(
    algorithm(info, 'CanonicalizationMethod') === exclusive,
    'the signature has another canonical form',
  );
  demand(
    signatureMethods.has(algorithm(info, 'SignatureMethod')),
    'the signature has a method that is not allowed',
  );
  const reference = part(info, 'Reference');
  const id = signed.attributes.get('ID') ?? '';
  demand(
    id !== '' && reference.attributes.get('URI') === `#${id}`,
    'the signature is over another element',
  );
  demand(
    digestMethods.has(algorithm(reference, 'DigestMethod')),
    'the signature has a digest that is not allowed',
  );
  const transforms = part(reference, 'Transforms').children.map((transform) =>
    isA(transform, ns.signature, 'Transform') ? transform.attributes.get('Algorithm') : undefined,
  );
  demand(
    transforms.length <= 2 &&
      transforms[0] === enveloped &&
      (transforms.length === 1 || transforms[1] === exclusive),
    'the signature has transforms that are not allowed',
  );
}
