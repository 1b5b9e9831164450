import { execFileSync } from 'node:child_process';
import { createHmac, type KeyLike } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { entityId, publicUrl } from './saml-support.js';

/** Key and certificate of an identity provider or an attacker. */
export interface Signer {
  privateKey: string;
  /** PEM. */
  certificate: string;
}

/** Creates a key pair with a certificate. */
export function createSigner(): Signer {
  const pem = execFileSync(
    'openssl',
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -keyout -'.split(' '),
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const at = pem.indexOf('-----BEGIN CERTIFICATE');
  return { privateKey: pem.slice(0, at), certificate: pem.slice(at) };
}

/** Entity id of the tests' identity provider. */
export const issuer = 'https://idp.example/metadata';

/** Authentication context class of its users. */
export const usualContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';

export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Contents of a response; null leaves an attribute out. */
export interface ResponseContents {
  requestId: string;
  responseId?: string;
  assertionId?: string;
  destination?: string | null;
  /** `InResponseTo` of the response. */
  inResponseTo?: string | null;
  status?: string;
  issuer?: string;
  nameId?: string;
  format?: string;
  /** Replaces the default confirmation. */
  confirmation?: string;
  recipient?: string | null;
  confirms?: string | null;
  confirmationEnds?: string | null;
  /** Replaces the default conditions. */
  conditions?: string;
  audience?: string | null;
  begins?: string | null;
  ends?: string | null;
  /** Authentication context class. */
  context?: string;
  sessionEnds?: string;
  /** Appended to the assertion. */
  attributes?: string;
  /** Inserted before the status. */
  extensions?: string;
}

const minute = 60_000;

/** Returns a time `minutes` from now. */
export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * minute).toISOString();

const attribute = (name: string, value: string | null | undefined, usual: string): string =>
  value === null ? '' : ` ${name}="${value ?? usual}"`;

/** Returns an unsigned response, valid except for the given contents. */
export function writeResponse(contents: ResponseContents): string {
  const { requestId, responseId = '_response' } = contents;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ` +
    `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${responseId}" Version="2.0" ` +
    `IssueInstant="${inMinutes(0)}"` +
    attribute('Destination', contents.destination, `${publicUrl}/login/callback`) +
    attribute('InResponseTo', contents.inResponseTo, requestId) +
    `><saml:Issuer>${contents.issuer ?? issuer}</saml:Issuer>${contents.extensions ?? ''}` +
    `<samlp:Status><samlp:StatusCode ` +
    `Value="${contents.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success'}"/></samlp:Status>` +
    `${writeAssertion(contents)}</samlp:Response>`
  );
}

/** Returns the default id of the assertion, unique for each request. */
export const idOf = (requestId: string): string => `_for${requestId}`;

/** Returns the assertion of {@link writeResponse}. */
export function writeAssertion(contents: ResponseContents): string {
  const { assertionId = idOf(contents.requestId) } = contents;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" ` +
    `Version="2.0" IssueInstant="${inMinutes(0)}"><saml:Issuer>${contents.issuer ?? issuer}` +
    `</saml:Issuer><saml:Subject><saml:NameID Format="` +
    `${contents.format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'}">` +
    `${contents.nameId ?? 'eve@example.com'}</saml:NameID>${contents.confirmation ?? confirm(contents)}` +
    `</saml:Subject>${contents.conditions ?? condition(contents)}` +
    `<saml:AuthnStatement AuthnInstant="${inMinutes(0)}"` +
    attribute('SessionNotOnOrAfter', contents.sessionEnds, inMinutes(60)) +
    `><saml:AuthnContext><saml:AuthnContextClassRef>${contents.context ?? usualContext}` +
    `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${contents.attributes ?? ''}</saml:Assertion>`
  );
}

/** Returns a subject confirmation, valid except for the given contents. */
export const confirm = (contents: ResponseContents): string =>
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
  `<saml:SubjectConfirmationData` +
  attribute('NotOnOrAfter', contents.confirmationEnds, inMinutes(5)) +
  attribute('Recipient', contents.recipient, `${publicUrl}/login/callback`) +
  attribute('InResponseTo', contents.confirms, contents.requestId) +
  `/></saml:SubjectConfirmation>`;

const condition = (contents: ResponseContents): string =>
  `<saml:Conditions` +
  attribute('NotBefore', contents.begins, inMinutes(-1)) +
  attribute('NotOnOrAfter', contents.ends, inMinutes(5)) +
  (contents.audience === null
    ? '/>'
    : `><saml:AudienceRestriction><saml:Audience>${contents.audience ?? entityId}</saml:Audience>` +
      `</saml:AudienceRestriction></saml:Conditions>`);

/** Returns an attribute statement with one value. */
export const claim = (name: string, value: string): string =>
  `<saml:AttributeStatement><saml:Attribute Name="${name}"><saml:AttributeValue>${value}` +
  `</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;

/** Deviations from the default signature. */
export interface Signing {
  element?: 'Assertion' | 'Response';
  signature?: string;
  digest?: string;
  canonical?: string;
  transforms?: string[];
  /** Certificates in KeyInfo; none by default. */
  names?: string;
  /** XPath of further signed elements. */
  also?: string[];
  /** Namespace prefix; `ds` by default. */
  prefix?: string;
  /** Inclusive namespace prefixes, which only values use. */
  inclusive?: string[];
  /** XPath of the signed element; `element` by default. */
  over?: string;
}

/** Signs XML; the signature follows the issuer, as the schemas require. */
export function sign(xml: string, { privateKey, certificate }: Signer, how: Signing = {}): string {
  const { element = 'Assertion', signature = 'rsa-sha256', digest = 'sha256' } = how;
  const method = signatureUri[signature] ?? signature;
  const signer = new SignedXml({
    // A vulnerable verifier would use the certificate as the HMAC key.
    privateKey: signature.startsWith('hmac') ? certificate : privateKey,
    ...(how.names === undefined ? {} : { publicCert: how.names }),
    getKeyInfoContent: how.names === undefined ? () => null : SignedXml.getKeyInfoContent,
    signatureAlgorithm: method,
    canonicalizationAlgorithm: how.canonical ?? exclusive,
  });
  signer.SignatureAlgorithms[hmacSha256] = HmacSha256;
  const parent = `//*[local-name(.)='${element}']`;
  for (const xpath of [how.over ?? parent, ...(how.also ?? [])]) {
    signer.addReference({
      xpath,
      transforms: how.transforms ?? [enveloped, exclusive],
      digestAlgorithm: digestUri[digest] ?? digest,
      inclusiveNamespacesPrefixList: how.inclusive ?? [],
    });
  }
  signer.computeSignature(xml, {
    prefix: how.prefix ?? 'ds',
    location: { reference: `${parent}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

const hmacSha256 = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';

const signatureUri: Record<string, string> = {
  'rsa-sha1': 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'rsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'rsa-sha512': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'rsa-pss': 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'hmac-sha256': hmacSha256,
};

const digestUri: Record<string, string> = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
};

class HmacSha256 {
  getSignature = (text: string, key: KeyLike): string =>
    createHmac('sha256', key).update(text).digest('base64');
  verifySignature = (): boolean => false;
  getAlgorithmName = (): string => hmacSha256;
}
