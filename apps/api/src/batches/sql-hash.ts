import { createHmac, hkdfSync } from 'node:crypto';

/** Names a text for the record: the same text has the same name, and nobody reads the one from the other. */
export type SqlHash = (sql: string) => string;

/** HMAC-SHA-256 in hexadecimal, under a key that only this service's passphrase gives. */
export function createSqlHash(passphrase: string): SqlHash {
  const key = Buffer.from(hkdfSync('sha256', passphrase, '', 'sluice/sql-hash', 32));
  return (sql) => createHmac('sha256', key).update(sql).digest('hex');
}
