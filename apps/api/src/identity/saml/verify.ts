import samlify from 'samlify';
import { SamlRefusal } from './refusal.js';
import { redirectBinding } from './names.js';

// A CommonJS package whose named exports Node does not detect.
const { IdentityProvider, SamlLib } = samlify;

/** Returns the signed assertion of a response, as the signed bytes. */
export type VerifySignature = (xml: string) => string;

/**
 * Verifies signatures with these certificates (Base64) only. They are tried one by one, because the
 * library uses only one for a message without a certificate. A certificate in the message must
 * equal the tried one.
 */
export function createVerifier(certificates: readonly string[]): VerifySignature {
  const signers = certificates.map(metadataOf);
  return (xml) => {
    for (const metadata of signers) {
      const assertion = verify(xml, metadata);
      if (assertion !== null) return assertion;
    }
    throw new SamlRefusal('the signature does not match a certificate in SERVICE_SAML_CERT');
  };
}

type Metadata = ReturnType<typeof IdentityProvider>['entityMeta'];

function metadataOf(certificate: string): Metadata {
  const nowhere = [{ Binding: redirectBinding, Location: 'urn:none' }];
  return IdentityProvider({
    entityID: 'urn:none',
    signingCert: certificate,
    singleSignOnService: nowhere,
    singleLogoutService: nowhere,
  }).entityMeta;
}

/** The library throws for many invalid signatures; its messages would quote the response. */
function verify(xml: string, metadata: Metadata): string | null {
  try {
    const [isVerified, assertion] = SamlLib.verifySignature(xml, { metadata });
    return isVerified ? assertion : null;
  } catch {
    return null;
  }
}
