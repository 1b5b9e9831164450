import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Hashes SQL text for the audit log: equal texts have equal hashes, and the text cannot be derived
 * from its hash.
 */
export type SqlHash = (sql: string) => string;

/**
 * Returns a function that computes HMAC-SHA-256 in hexadecimal, with a key derived from the
 * service's passphrase.
 */
export function createSqlHash(passphrase: string): SqlHash {
  const key = Buffer.from(hkdfSync('sha256', passphrase, '', 'sluice/sql-hash', 32));
  return (sql) => createHmac('sha256', key).update(sql).digest('hex');
}
