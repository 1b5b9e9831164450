import { createDecipheriv, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const saltLength = 64;
const ivLength = 16;
const tagLength = 16;
const keyLength = 32;
const rounds = 100_000;
const derive = promisify(pbkdf2);

/**
 * Decrypts what SQLPad 5 and later stores: hex of salt (64 bytes), IV (16), tag (16) and text, encrypted with
 * AES-256-GCM and a key from PBKDF2-SHA512 (100,000 rounds).
 *
 * @throws when the passphrase is wrong or the text was changed.
 */
export async function decrypt(stored: string, passphrase: string): Promise<string> {
  if (!/^([0-9a-f]{2})+$/i.test(stored)) throw new Error('not an encrypted text');
  const bytes = Buffer.from(stored, 'hex');
  const ivAt = saltLength;
  const tagAt = ivAt + ivLength;
  const textAt = tagAt + tagLength;
  if (bytes.length < textAt) throw new Error('not an encrypted text');
  const key = await derive(passphrase, bytes.subarray(0, saltLength), rounds, keyLength, 'sha512');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(ivAt, tagAt), {
    authTagLength: tagLength,
  });
  decipher.setAuthTag(bytes.subarray(tagAt, textAt));
  return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString(
    'utf8',
  );
}
