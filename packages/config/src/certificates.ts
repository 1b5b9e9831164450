import { X509Certificate } from 'node:crypto';

/** Shortest RSA key whose signatures are believed. */
const minRsaBits = 2048;

/**
 * The Base64 of RSA certificates with commas between, each with or without the lines of PEM around it;
 * null when one of them is none.
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
    return publicKey.asymmetricKeyType === 'rsa' && bits >= minRsaBits;
  } catch {
    return false;
  }
}
