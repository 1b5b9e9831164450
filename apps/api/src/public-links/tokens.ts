import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
/** 32 bytes in base64url. */
const FORMAT = /^[\w-]{43}$/;

/** Returns the token of a new link: 256 random bits in base64url. */
export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns whether a text has the form of a token. Others are refused without a query. */
export const isLinkToken = (text: string): boolean => FORMAT.test(text);

/**
 * Returns the SHA-256 under which a token is stored. A lookup by the hash takes time that depends on
 * the hash only, which reveals nothing about other tokens.
 */
export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
