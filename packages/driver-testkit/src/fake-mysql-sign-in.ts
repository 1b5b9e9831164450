import {
  constants,
  createHash,
  generateKeyPairSync,
  privateDecrypt,
  type KeyObject,
} from 'node:crypto';
import type { FakeMysqlClient } from './fake-mysql-client.js';
import type { FakeMysqlOptions } from './fake-mysql-options.js';
import { Capability, error, int, ok, packet } from './mysql-packets.js';

const plugin = 'caching_sha2_password';
const nonce = Buffer.from('abcdefghijklmnopqrst');

/** Capabilities that a MySQL 8.4 server announces, apart from TLS. */
const announced = Object.entries(Capability)
  .filter(([name]) => name !== 'ssl')
  .reduce((all, [, flag]) => all | flag, 0);

/** Capabilities that change later packets in a way that the fake does not write. */
const unwritten = Capability.deprecateEof;

/** Returns the initial handshake packet. */
export const greetingOf = ({
  version = '8.4.3',
  threadId = 4711,
  tls,
}: Pick<FakeMysqlOptions, 'version' | 'tls'> & { threadId?: number } = {}): Buffer => {
  const capabilities = tls === undefined ? announced : announced | Capability.ssl;
  return packet(
    0,
    Buffer.of(10),
    `${version}\0`,
    int(threadId, 4),
    nonce.subarray(0, 8),
    Buffer.of(0),
    int(capabilities & 0xffff, 2),
    // utf8mb4_0900_ai_ci
    Buffer.of(255),
    int(2, 2),
    int(capabilities >>> 16, 2),
    Buffer.of(nonce.length + 1),
    Buffer.alloc(10),
    nonce.subarray(8),
    Buffer.of(0),
    `${plugin}\0`,
  );
};

/** A client that has signed in. */
export interface SignedIn {
  capabilities: number;
}

const sha256 = (...parts: Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, index) => byte ^ (other[index % other.length] ?? 0)));

/** The answer of `caching_sha2_password` to the nonce. */
const scrambled = (password: string): Buffer => {
  const hash = sha256(Buffer.from(password));
  return xor(hash, sha256(sha256(hash), nonce));
};

/** Parses the client's handshake response. @throws for a malformed one */
function parse(body: Buffer) {
  const capabilities = body.readUInt32LE(0);
  let at = 32;
  const untilNul = (): string => {
    const to = body.indexOf(0, at);
    const found = body.toString('utf8', at, to);
    at = to + 1;
    return found;
  };
  const user = untilNul();
  at += 1 + body.readUInt8(at);
  if ((capabilities & Capability.connectWithDb) !== 0) untilNul();
  return { capabilities, user, method: untilNul() };
}

let serverKey: { publicKey: string; privateKey: KeyObject } | undefined;

/** The key that clients without TLS encrypt the password with. */
function keyPair() {
  if (serverKey === undefined) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    serverKey = { publicKey: publicKey.export({ type: 'spki', format: 'pem' }), privateKey };
  }
  return serverKey;
}

const decrypted = (body: Buffer): Buffer =>
  xor(
    privateDecrypt({ key: keyPair().privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING }, body),
    nonce,
  );

/**
 * Greets a client and authenticates it as MySQL 8 does: a client that names another method is told to switch, a user in
 * the cache answers the nonce, and any other one sends the password over TLS or encrypted.
 *
 * @returns null if the client is refused or has gone
 */
export async function signIn(
  client: FakeMysqlClient,
  { user = 'u', password = 'p', isCached = true, tls, ...options }: FakeMysqlOptions,
  threadId: number,
): Promise<SignedIn | null> {
  client.stream.write(greetingOf({ ...options, tls, threadId }));
  let received = await client.next();
  if (received === null) return null;
  const wantsTls = (received.body.readUInt32LE(0) & Capability.ssl) !== 0;
  if (wantsTls && received.body.length === 32) {
    if (tls === undefined) throw new Error('The client asked for TLS, which was not announced');
    client.secure(tls);
    received = await client.next();
    if (received === null) return null;
  }
  const { capabilities, user: name, method } = parse(received.body);
  if ((capabilities & Capability.protocol41) === 0 || (capabilities & unwritten) !== 0) {
    throw new Error(`The fake does not serve the capabilities 0x${capabilities.toString(16)}`);
  }
  let { number, body } = received;
  const ask = async (...parts: (string | Buffer)[]): Promise<boolean> => {
    client.send(number + 1, ...parts);
    const answer = await client.next();
    if (answer === null) return false;
    if (answer.number !== ((number + 2) & 0xff)) throw new Error('Packets out of order');
    ({ number, body } = answer);
    return true;
  };
  const deny = (): null => {
    const title = `Access denied for user '${name}'@'localhost' (using password: YES)`;
    client.stream.end(error(number + 1, 1045, '28000', title));
    return null;
  };
  if (method === plugin) body = body.subarray(body.indexOf(0, 32) + 2).subarray(0, 32);
  else if (!(await ask(Buffer.of(0xfe), `${plugin}\0`, nonce, Buffer.of(0)))) return null;
  const isPlain = (sent: Buffer): boolean => sent.toString() === `${password}\0`;
  if (name !== user) return deny();
  if (isCached) {
    if (!body.equals(scrambled(password))) return deny();
    client.send(++number, Buffer.of(1, 3));
  } else {
    if (!(await ask(Buffer.of(1, 4)))) return null;
    if (!client.isSecure) {
      if (!body.equals(Buffer.of(2))) return deny();
      if (!(await ask(Buffer.of(1), keyPair().publicKey))) return null;
      body = decrypted(body);
    }
    if (!isPlain(body)) return deny();
  }
  client.stream.write(ok(number + 1));
  return { capabilities };
}
