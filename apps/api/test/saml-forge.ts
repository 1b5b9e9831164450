import { execFileSync } from 'node:child_process';
import { createHmac, type KeyLike } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { entityId, publicUrl } from './saml-support.js';

/** Makes and signs responses as an identity provider does, or as an attacker would like to. */
export interface Signer {
  privateKey: string;
  /** PEM. */
  certificate: string;
}

/** A key pair with its certificate. */
export function createSigner(): Signer {
  const pem = execFileSync(
    'openssl',
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -keyout -'.split(' '),
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const at = pem.indexOf('-----BEGIN CERTIFICATE');
  return { privateKey: pem.slice(0, at), certificate: pem.slice(at) };
}

/** The identity provider of the tests. */
export const issuer = 'https://idp.example/metadata';

/** How its users sign in there. */
export const usualContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';

export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** What a response says; a null leaves the thing out. */
export interface Said {
  requestId: string;
  responseId?: string;
  assertionId?: string;
  destination?: string | null;
  /** Of the response. */
  inResponseTo?: string | null;
  status?: string;
  issuer?: string;
  nameId?: string;
  format?: string;
  /** Instead of the usual one. */
  confirmation?: string;
  recipient?: string | null;
  confirms?: string | null;
  confirmationEnds?: string | null;
  /** Instead of the usual ones. */
  conditions?: string;
  audience?: string | null;
  begins?: string | null;
  ends?: string | null;
  /** Class of the authentication. */
  context?: string;
  sessionEnds?: string;
  /** Behind the rest of the assertion. */
  attributes?: string;
  /** Before the status. */
  extensions?: string;
}

const minute = 60_000;

/** A time so many minutes from now. */
export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * minute).toISOString();

const attribute = (name: string, value: string | null | undefined, usual: string): string =>
  value === null ? '' : ` ${name}="${value ?? usual}"`;

/** A response that is in order but for what is said otherwise, and not signed. */
export function writeResponse(said: Said): string {
  const { requestId, responseId = '_response' } = said;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ` +
    `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${responseId}" Version="2.0" ` +
    `IssueInstant="${inMinutes(0)}"` +
    attribute('Destination', said.destination, `${publicUrl}/login/callback`) +
    attribute('InResponseTo', said.inResponseTo, requestId) +
    `><saml:Issuer>${said.issuer ?? issuer}</saml:Issuer>${said.extensions ?? ''}` +
    `<samlp:Status><samlp:StatusCode ` +
    `Value="${said.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success'}"/></samlp:Status>` +
    `${writeAssertion(said)}</samlp:Response>`
  );
}

/** Of the assertion, unless it is given: none is taken twice. */
export const idOf = (requestId: string): string => `_for${requestId}`;

/** The assertion of {@link writeResponse}. */
export function writeAssertion(said: Said): string {
  const { assertionId = idOf(said.requestId) } = said;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" ` +
    `Version="2.0" IssueInstant="${inMinutes(0)}"><saml:Issuer>${said.issuer ?? issuer}` +
    `</saml:Issuer><saml:Subject><saml:NameID Format="` +
    `${said.format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'}">` +
    `${said.nameId ?? 'eve@example.com'}</saml:NameID>${said.confirmation ?? confirm(said)}` +
    `</saml:Subject>${said.conditions ?? condition(said)}` +
    `<saml:AuthnStatement AuthnInstant="${inMinutes(0)}"` +
    attribute('SessionNotOnOrAfter', said.sessionEnds, inMinutes(60)) +
    `><saml:AuthnContext><saml:AuthnContextClassRef>${said.context ?? usualContext}` +
    `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${said.attributes ?? ''}</saml:Assertion>`
  );
}

/** A confirmation that is in order but for what is said otherwise. */
export const confirm = (said: Said): string =>
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
  `<saml:SubjectConfirmationData` +
  attribute('NotOnOrAfter', said.confirmationEnds, inMinutes(5)) +
  attribute('Recipient', said.recipient, `${publicUrl}/login/callback`) +
  attribute('InResponseTo', said.confirms, said.requestId) +
  `/></saml:SubjectConfirmation>`;

const condition = (said: Said): string =>
  `<saml:Conditions` +
  attribute('NotBefore', said.begins, inMinutes(-1)) +
  attribute('NotOnOrAfter', said.ends, inMinutes(5)) +
  (said.audience === null
    ? '/>'
    : `><saml:AudienceRestriction><saml:Audience>${said.audience ?? entityId}</saml:Audience>` +
      `</saml:AudienceRestriction></saml:Conditions>`);

/** An attribute with one value. */
export const claim = (name: string, value: string): string =>
  `<saml:AttributeStatement><saml:Attribute Name="${name}"><saml:AttributeValue>${value}` +
  `</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;

/** How something is signed, where it is not signed as it should be. */
export interface Signing {
  what?: 'Assertion' | 'Response';
  signature?: string;
  digest?: string;
  canonical?: string;
  transforms?: string[];
  /** In KeyInfo; none unless given. */
  names?: string;
  /** Signs these elements (XPath) too. */
  also?: string[];
  /** `ds` unless given. */
  prefix?: string;
  /** Namespaces that count though only values use them. */
  inclusive?: string[];
  /** XPath of what is signed, where it is not `what`. */
  over?: string;
}

/** Behind the issuer of what is signed, where the schemas want it. */
export function sign(xml: string, { privateKey, certificate }: Signer, how: Signing = {}): string {
  const { what = 'Assertion', signature = 'rsa-sha256', digest = 'sha256' } = how;
  const method = signatureUri[signature] ?? signature;
  const signer = new SignedXml({
    // The one who checks it by HMAC takes the certificate for the key.
    privateKey: signature.startsWith('hmac') ? certificate : privateKey,
    ...(how.names === undefined ? {} : { publicCert: how.names }),
    getKeyInfoContent: how.names === undefined ? () => null : SignedXml.getKeyInfoContent,
    signatureAlgorithm: method,
    canonicalizationAlgorithm: how.canonical ?? exclusive,
  });
  signer.SignatureAlgorithms[hmacSha256] = HmacSha256;
  const parent = `//*[local-name(.)='${what}']`;
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
