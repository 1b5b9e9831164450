import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { DriverDefinition, DriverField } from '@sluice/drivers/definitions';
import { messageOf, type FieldError } from '@sluice/errors';
import type { ConnectionData } from './data.js';

/** Problems of the PEM texts of a connection. */
export interface PemProblems {
  problems: FieldError[];
  /** Expired certificates. Existing connections keep them: the database refuses them, not the service. */
  expired: FieldError[];
}

type Content<T extends string> = Extract<DriverField['pem'], { type: T }>;
type CertificateContent = Content<'authorities' | 'certificate'>;

/** Returns the fields whose change requires {@link pemProblemsOf}. */
export const pemKeysOf = ({ fields }: DriverDefinition): string[] =>
  fields.flatMap(({ key, pem }) => {
    if (pem?.type !== 'privateKey' || pem.passphrase === undefined) return pem ? [key] : [];
    return [key, pem.passphrase];
  });

/**
 * Checks the certificates and private keys of a connection, and that they fit together. A message contains no part of a
 * text. Texts with templates are skipped: their values are known only when a user connects.
 */
export function pemProblemsOf(
  definition: DriverDefinition,
  data: ConnectionData,
  now: Date = new Date(),
): PemProblems {
  const problems = loneKeys(definition, data);
  const expired: FieldError[] = [];
  const add = (key: string, message: string): void => {
    problems.push({ path: `data.${key}`, message });
  };
  const keys = new Map<string, KeyObject>();
  const certificates: { key: string; text: string; pem: CertificateContent }[] = [];
  for (const { key, pem } of definition.fields) {
    const text = textOf(data, key);
    if (pem === undefined || text === '' || text.includes('{{')) continue;
    if (pem.type === 'privateKey') {
      const secret = pem.passphrase === undefined ? '' : textOf(data, pem.passphrase, false);
      if (secret.includes('{{')) continue;
      const read = readPrivateKey(text, key, pem, secret);
      if ('message' in read) add(read.key, read.message);
      else keys.set(key, read.privateKey);
    } else if (pem.type === 'keyFile') {
      const problem = keyFileProblem(text, pem);
      if (problem !== null) add(key, problem);
    } else {
      certificates.push({ key, text, pem });
    }
  }
  // After the private keys, with which they are compared.
  for (const { key, text, pem } of certificates) {
    const read = readCertificates(text, pem);
    if (typeof read === 'string') {
      add(key, read);
      continue;
    }
    const end = pem.type === 'authorities' ? latestEnd(read) : read[0]?.validToDate;
    if (end !== undefined && end < now) {
      expired.push({
        path: `data.${key}`,
        message: `expired on ${end.toISOString().slice(0, 10)}`,
      });
    }
    if (pem.type === 'certificate') {
      const pair = {
        certificate: { key, text, certificates: read },
        keyText: textOf(data, pem.key),
      };
      const problem = pairProblem(pair, keys.get(pem.key));
      if (problem !== null) add(pem.key, problem);
    }
  }
  return { problems, expired };
}

/** A key without certificate would be ignored: the session would start without either. */
const loneKeys = ({ fields }: DriverDefinition, data: ConnectionData): FieldError[] =>
  fields.flatMap(({ key, pem }) =>
    pem?.type === 'certificate' && textOf(data, key) === '' && textOf(data, pem.key) !== ''
      ? [{ path: `data.${key}`, message: `is required with ${pem.key}` }]
      : [],
  );

/** Returns the certificates of a text, or what is wrong with it. */
function readCertificates(text: string, pem: CertificateContent): X509Certificate[] | string {
  if (/PRIVATE KEY-----/.test(text)) {
    const place = pem.type === 'certificate' ? `. Move it to the field ${pem.key}` : '';
    return `must not contain a private key, because responses return this field${place}`;
  }
  const blocks = blocksOf(text, /^(?:X509 |TRUSTED )?CERTIFICATE$/);
  if (blocks.length === 0) return `must contain PEM certificates${hintFor(text, 'CERTIFICATE')}`;
  const certificates: X509Certificate[] = [];
  for (const block of blocks) {
    try {
      certificates.push(new X509Certificate(block));
    } catch {
      const position = `${String(certificates.length + 1)} of ${String(blocks.length)}`;
      return `contains a certificate that cannot be read (${position})`;
    }
  }
  return certificates;
}

function readPrivateKey(
  text: string,
  key: string,
  { passphrase }: Content<'privateKey'>,
  secret: string,
): { privateKey: KeyObject } | { key: string; message: string } {
  if (blocksOf(text, /PRIVATE KEY$/).length === 0) {
    return { key, message: `must be a PEM private key${hintFor(text, 'PRIVATE KEY')}` };
  }
  const isEncrypted = /^-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(text);
  if (isEncrypted && secret === '') {
    return passphrase === undefined
      ? { key, message: 'is encrypted. Remove its passphrase, for example with "openssl pkey"' }
      : { key: passphrase, message: `is required: ${key} is encrypted` };
  }
  try {
    return { privateKey: createPrivateKey({ key: text, passphrase: secret }) };
  } catch {
    return isEncrypted
      ? { key: passphrase ?? key, message: `does not decrypt ${key}` }
      : { key, message: 'contains a private key that cannot be read' };
  }
}

/** Returns what is wrong with the JSON text of a key file; null if its private key can be read. */
function keyFileProblem(text: string, { member, without }: Content<'keyFile'>): string | null {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return `must be the JSON text of a key file${/^[^{]{1,300}$/.test(text) ? ', not its path' : ''}`;
  }
  const read = (name: string): unknown =>
    isObject(file) && Object.hasOwn(file, name) ? file[name] : undefined;
  if (without.some((type) => type === read('type'))) return null;
  const key = read(member);
  if (typeof key !== 'string') return `must contain ${member}`;
  try {
    createPrivateKey(key);
    return null;
  } catch {
    return `contains a ${member} that cannot be read`;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A client certificate and the text of its key. */
interface Pair {
  certificate: { key: string; text: string; certificates: X509Certificate[] };
  keyText: string;
}

/** Returns what is wrong with the key of a certificate; null if the pair can be used. */
function pairProblem(
  { certificate, keyText }: Pair,
  privateKey: KeyObject | undefined,
): string | null {
  const [first] = certificate.certificates;
  if (keyText === '') return `is required with ${certificate.key}`;
  if (first === undefined || privateKey === undefined) return null;
  if (!first.checkPrivateKey(privateKey)) {
    return `does not belong to ${certificate.key} (its first certificate)`;
  }
  try {
    createSecureContext({ cert: certificate.text, key: keyText });
    return null;
  } catch (error) {
    // For example a key that is too short for the security level of OpenSSL.
    return `cannot be used: ${messageOf(error)}`;
  }
}

/** Returns the PEM blocks with a label. OpenSSL ignores text between blocks and indented lines. */
const blocksOf = (text: string, label: RegExp): string[] =>
  [...text.matchAll(/^-----BEGIN ([A-Z0-9 ]+)-----[^]*?^-----END \1-----/gm)].flatMap(
    ([block, name = '']) => (label.test(name) ? [block] : []),
  );

/** Returns the probable mistake in a text without the expected block. */
function hintFor(text: string, label: string): string {
  if (text.includes('\\n')) return '. Replace the characters \\n with line breaks';
  if (/^(?:[A-Za-z]:\\|[\w.~-]*\/)[^\n]{0,300}$/.test(text)) return ', not the path of a file';
  if (/^[ \t]+-----BEGIN /m.test(text)) return '. Remove the indentation of its lines';
  return `, with a line -----BEGIN ${label}-----`;
}

const latestEnd = (certificates: X509Certificate[]): Date =>
  new Date(Math.max(...certificates.map(({ validToDate }) => validToDate.getTime())));

function textOf(data: ConnectionData, key: string, trims = true): string {
  const value = data[key];
  if (typeof value !== 'string') return '';
  return trims ? value.trim() : value;
}
