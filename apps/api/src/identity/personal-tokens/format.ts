import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'slu_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is greater than 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is greater than 2^32. */
const CHECKSUM_LENGTH = 6;

const FORMAT = new RegExp(
  `^(${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/** Returns a new token: `slu_`, 32 random bytes and a checksum, in base 62. Its length is fixed. */
export function newToken(): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  const body = PREFIX + inBase62(secret, SECRET_LENGTH);
  return body + checksumOf(body);
}

/**
 * Returns whether a text has the form of a token and its checksum. Texts that do not are refused
 * without a query.
 */
export function isWellFormed(text: string): boolean {
  const [, body = '', checksum] = FORMAT.exec(text) ?? [];
  return checksum !== undefined && checksum === checksumOf(body);
}

/**
 * Returns the SHA-256 under which a token is stored. A lookup by the hash takes time that depends on
 * the hash only, which reveals nothing about other tokens. A slow hash is not needed: a token has 256
 * random bits.
 */
export const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** Returns the last characters of a token, to identify it. */
export const maskOf = (token: string): string => `${PREFIX}…${token.slice(-4)}`;

/** CRC-32 of prefix and secret. */
const checksumOf = (body: string): string => inBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);

function inBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) {
    text = (DIGITS[Number(rest % 62n)] ?? '') + text;
  }
  return text;
}
