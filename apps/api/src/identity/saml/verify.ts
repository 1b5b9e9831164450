import samlify from 'samlify';
import { SamlRefusal } from './refusal.js';
import { redirectBinding } from './names.js';

// A CommonJS package, whose names Node does not see.
const { IdentityProvider, SamlLib } = samlify;

/** Gives the signed assertion of a response, as the bytes that were signed. */
export type VerifySignature = (xml: string) => string;

/**
 * Checks signatures by these certificates (Base64) alone. Each is tried by itself, as the library knows
 * but one where the message names none; one that the message names must be the one that is tried.
 */
export function createVerifier(certificates: readonly string[]): VerifySignature {
  const signers = certificates.map(metadataOf);
  return (xml) => {
    for (const metadata of signers) {
      const assertion = verify(xml, metadata);
      if (assertion !== null) return assertion;
    }
    throw new SamlRefusal('the signature is not by a certificate of SERVICE_SAML_CERT');
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

/** The library throws at much that is wrong with a signature; its words would quote the message. */
function verify(xml: string, metadata: Metadata): string | null {
  try {
    const [isVerified, assertion] = SamlLib.verifySignature(xml, { metadata });
    return isVerified ? assertion : null;
  } catch {
    return null;
  }
}
