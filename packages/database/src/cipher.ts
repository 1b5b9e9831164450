import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';

const formatVersion = 1;
const keyIdLength = 4;
const nonceLength = 12;
const tagLength = 16;
const headerLength = 1 + keyIdLength + nonceLength + tagLength;

/**
 * Encrypts connection data and request payloads for the database: AES-256-GCM with a random nonce. The `context`, such
 * as `connections/<id>`, is authenticated, so a ciphertext that was moved to another row does not decrypt.
 */
export interface Cipher {
  /** Encrypts any JSON value. */
  encrypt(value: unknown, context: string): Uint8Array<ArrayBuffer>;
  /** @throws when the passphrase or the context differs, or the bytes were changed. */
  decrypt(bytes: Uint8Array, context: string): unknown;
  /** Whether the bytes were encrypted with the current passphrase and not with the previous one. */
  isCurrent(bytes: Uint8Array): boolean;
}

interface Key {
  id: Buffer;
  secret: Buffer;
}

/**
 * Creates a cipher. `passphrase` encrypts and decrypts; `previous` only decrypts, for key rotation. The first use of a
 * passphrase takes about 50 ms, because its key is derived.
 */
export function createCipher(passphrase: string, previous?: string): Cipher {
  const current = keyOf(passphrase);
  const usable = previous === undefined ? [current] : [current, keyOf(previous)];
  return {
    encrypt: (value, context) => encrypt(current, value, context),
    decrypt: (bytes, context) => decrypt(usable, Buffer.from(bytes), context),
    isCurrent: (bytes) => current.id.equals(keyIdOf(bytes)),
  };
}

/** Keys by their passphrase. A process has one or two, and tests start many services in one. */
const keys = new Map<string, Key>();

function keyOf(passphrase: string): Key {
  const known = keys.get(passphrase);
  if (known !== undefined) return known;
  const key = deriveKey(passphrase);
  keys.set(passphrase, key);
  return key;
}

const keyIdOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(1, 1 + keyIdLength);

function deriveKey(passphrase: string): Key {
  const secret = scryptSync(passphrase, 'sluice/connection-data', 32, { N: 2 ** 14, r: 8, p: 1 });
  return { secret, id: createHash('sha256').update(secret).digest().subarray(0, keyIdLength) };
}

function encrypt(key: Key, value: unknown, context: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  const sealed = [Buffer.of(formatVersion), key.id, nonce, cipher.getAuthTag(), body];
  return new Uint8Array(Buffer.concat(sealed));
}

function decrypt(keys: Key[], bytes: Buffer, context: string): unknown {
  const keyId = keyIdOf(bytes);
  const key = keys.find((candidate) => candidate.id.equals(keyId));
  if (bytes[0] !== formatVersion || bytes.length < headerLength || key === undefined) {
    throw new Error(
      'Stored data was encrypted with another SERVICE_PASSPHRASE (set the old one as SERVICE_PASSPHRASE_PREVIOUS)',
    );
  }
  const nonceEnd = 1 + keyIdLength + nonceLength;
  const decipher = createDecipheriv(
    'aes-256-gcm',
    key.secret,
    bytes.subarray(1 + keyIdLength, nonceEnd),
  );
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(nonceEnd, headerLength));
  const body = Buffer.concat([decipher.update(bytes.subarray(headerLength)), decipher.final()]);
  return JSON.parse(body.toString('utf8'));
}
