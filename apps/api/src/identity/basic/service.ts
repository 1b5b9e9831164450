import { hash, randomBytes } from 'node:crypto';
import { maxEmailLength, maxPasswordLength } from '@sluice/contracts';
import type { UserRow } from '@sluice/database';
import type { Credentials } from '../local/index.js';
import type { UserCache } from '../users/index.js';

/** Checks HTTP Basic credentials, which clients send with every request. */
export interface BasicCredentials {
  /**
   * Returns null when the header is malformed or the credentials are wrong. @throws the errors of
   * `checkPassword`
   */
  check(authorization: string, address: string): Promise<UserRow | null>;
}

/** Options of {@link createBasicCredentials}. */
export interface BasicCredentialsOptions {
  /** The full check, which hashes the password. */
  checkPassword(credentials: Credentials): Promise<UserRow | null>;
  users: UserCache;
  now?: () => number;
}

interface Verified {
  userId: string;
  /**
   * The stored hash that the password was verified against; the entry is invalid when it changes.
   */
  passwordHash: string | null;
  endsAtMs: number;
}

const CACHE_MS = 60_000;
const MAX_CACHED = 1_000;

/**
 * Caches verified credentials for a minute under a keyed hash, with a key of this process only, so
 * that a polling client costs no password hashing. Each request still reads the user's row (at most
 * one second old): disabling the user or changing the password invalidates the entry.
 */
export function createBasicCredentials({
  checkPassword,
  users,
  now = () => performance.now(),
}: BasicCredentialsOptions): BasicCredentials {
  const key = randomBytes(32).toString('base64');
  const verified = new Map<string, Verified>();
  const inFlight = new Map<string, Promise<UserRow | null>>();

  const recall = async (pair: string): Promise<UserRow | null> => {
    const entry = verified.get(pair);
    if (entry === undefined) return null;
    if (entry.endsAtMs > now()) {
      const user = await users.get(entry.userId);
      if (user?.disabled === false && user.passwordHash === entry.passwordHash) return user;
    }
    verified.delete(pair);
    return null;
  };

  const verify = async (pair: string, credentials: Credentials): Promise<UserRow | null> => {
    const user = await checkPassword(credentials);
    if (user !== null) {
      if (verified.size >= MAX_CACHED) verified.clear();
      const { id: userId, passwordHash } = user;
      verified.set(pair, { userId, passwordHash, endsAtMs: now() + CACHE_MS });
    }
    return user;
  };

  /** Concurrent requests of a starting client share one hashing. */
  const verifyOnce = (pair: string, credentials: Credentials): Promise<UserRow | null> => {
    const known = inFlight.get(pair);
    if (known !== undefined) return known;
    const promise = verify(pair, credentials).finally(() => inFlight.delete(pair));
    inFlight.set(pair, promise);
    return promise;
  };

  return {
    check: async (authorization, address) => {
      const credentials = parse(authorization);
      if (credentials === null) return null;
      const { email, password } = credentials;
      const pair = hash('sha256', `${key}${email}\0${password}`, 'base64');
      return (await recall(pair)) ?? verifyOnce(pair, { email, password, address });
    },
  };
}

function parse(authorization: string): { email: string; password: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const email = text.slice(0, colon);
  const password = text.slice(colon + 1);
  const isUsable =
    colon > 0 &&
    !text.includes('\0') &&
    email.length <= maxEmailLength &&
    password.length <= maxPasswordLength;
  return isUsable ? { email, password } : null;
}
