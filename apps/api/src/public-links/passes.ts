import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Proofs that a browser has opened a link. They are cookies limited to the paths of the link. */
export interface LinkPasses {
  issue(linkId: string, expiresAt: Date): string;
  /** Whether this is a valid pass of the link. */
  isValid(pass: string, linkId: string): boolean;
}

/** Creates passes that every API process with this secret accepts. */
export function createLinkPasses(secret: string, now: () => number = () => Date.now()): LinkPasses {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sluice/link-passes', 32));
  const sign = (linkId: string, expiresMs: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([linkId, expiresMs]))
      .digest();
  return {
    issue: (linkId, expiresAt) => {
      const expiresMs = String(expiresAt.getTime());
      return `${expiresMs}.${sign(linkId, expiresMs).toString('base64url')}`;
    },
    isValid: (pass, linkId) => {
      const [expiresMs = '', signature = ''] = pass.split('.');
      const given = Buffer.from(signature, 'base64url');
      const wanted = sign(linkId, expiresMs);
      const isSame = given.length === wanted.length && timingSafeEqual(given, wanted);
      return isSame && Number(expiresMs) > now();
    },
  };
}
