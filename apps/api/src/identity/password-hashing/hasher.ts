import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { isBcryptHash } from '@sluice/database';
import { verifyBcrypt } from './bcrypt.js';
import { createConcurrencyLimit } from '../../limits/index.js';

/** Hashes and verifies passwords outside the event loop, few at a time. */
export interface PasswordHasher {
  /**
   * Returns the text to store: parameters, salt and hash. @throws AppError 503 when too many wait
   */
  hash(password: string): Promise<string>;
  /**
   * Returns whether the password matches the stored text. For null (an unknown user, or one without
   * a password) it takes as long and returns false. @throws AppError 503 when too many wait
   */
  verify(password: string, stored: string | null): Promise<boolean>;
  /**
   * Returns whether the stored text uses a weaker method or weaker parameters than the current
   * ones.
   */
  isOutdated(stored: string): boolean;
}

/** Options of {@link createPasswordHasher}. */
export interface PasswordHasherOptions {
  /** scrypt's N, a power of two; one hashing uses N × 1 KiB of memory. Tests use a small value. */
  cost?: number;
  /** Maximum concurrent hashings: each occupies one of the four libuv threads. */
  concurrency?: number;
  /** Maximum waiting hashings; further ones are refused. */
  queueLimit?: number;
}

interface Parameters {
  cost: number;
  blockSize: number;
  parallelization: number;
}

const HASH_LENGTH = 32;
const SALT_LENGTH = 16;
/** OWASP's scrypt recommendation: N=2^17, r=8, p=1; 128 MiB per hashing. */
const recommended = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };

/**
 * Creates a hasher that uses scrypt in the libuv thread pool, with at most `concurrency` (2)
 * running and `queueLimit` (20) waiting hashings.
 */
export function createPasswordHasher({
  cost = recommended.cost,
  concurrency = 2,
  queueLimit = 20,
}: PasswordHasherOptions = {}): PasswordHasher {
  const parameters = { ...recommended, cost };
  const limit = createConcurrencyLimit(
    concurrency,
    queueLimit,
    'Too many concurrent sign-ins. Retry in a moment.',
  );
  const dummyHash = format(parameters, randomBytes(SALT_LENGTH), randomBytes(HASH_LENGTH));
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_LENGTH);
      return format(parameters, salt, await limit(() => derive(password, salt, parameters)));
    },
    verify: async (password, stored) => {
      const imported = stored !== null && isBcryptHash(stored) ? stored : null;
      const { salt, hash, ...used } = parse(imported === null ? (stored ?? dummyHash) : dummyHash);
      // An imported hash is verified in addition to the usual work, so that the response time does
      // not reveal it.
      const [derived, isImported] = await limit(() =>
        Promise.all([
          derive(password, salt, used),
          imported === null ? false : verifyBcrypt(password, imported),
        ]),
      );
      return isImported || (timingSafeEqual(derived, hash) && stored !== null);
    },
    isOutdated: (stored) => isBcryptHash(stored) || parse(stored).cost < parameters.cost,
  };
}

/** `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, the common format of password hashes. */
function format({ cost, blockSize, parallelization }: Parameters, salt: Buffer, hash: Buffer) {
  const settings = `ln=${Math.log2(cost)},r=${blockSize},p=${parallelization}`;
  return `$scrypt$${settings}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

const pattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]{43})$/;

function parse(stored: string): Parameters & { salt: Buffer; hash: Buffer } {
  const [, ln, r, p, salt, hash] = pattern.exec(stored) ?? [];
  if (salt === undefined || hash === undefined)
    throw new Error('A stored password hash is malformed');
  return {
    cost: 2 ** Number(ln),
    blockSize: Number(r),
    parallelization: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

const derive = (password: string, salt: Buffer, parameters: Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const maxmem = 256 * parameters.cost * parameters.blockSize;
    scrypt(password, salt, HASH_LENGTH, { ...parameters, maxmem }, (error, derived) => {
      if (error === null) resolve(derived);
      else reject(error);
    });
  });
