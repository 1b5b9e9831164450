import { X509Certificate } from 'node:crypto';

/** Minimum RSA key size whose signatures are accepted. */
const MIN_RSA_BITS = 2048;

/**
 * Parses RSA certificates separated by commas, each with or without PEM lines.
 *
 * @returns their Base64 bodies; null when one is not an accepted certificate.
 */
export function readCertificates(text: string): string[] | null {
  const bodies = text.split(',').map((part) => part.replace(pemLines, '').replace(/\s|\\n/g, ''));
  return bodies.every(isRsaCertificate) ? bodies : null;
}

const pemLines = /-----(BEGIN|END) CERTIFICATE-----/g;

function isRsaCertificate(body: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(body, 'base64'));
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    return publicKey.asymmetricKeyType === 'rsa' && bits >= MIN_RSA_BITS;
  } catch {
    return false;
  }
}
