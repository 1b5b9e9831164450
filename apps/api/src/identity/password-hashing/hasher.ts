import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { isBcryptHash } from '@sluice/database';
import { verifyBcrypt } from './bcrypt.js';
import { createTurns } from '../../limits/index.js';

/** Hashes and checks passwords off the event loop, few at a time. */
export interface PasswordHasher {
  /** The text to store: parameters, salt and hash. @throws AppError 503 when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the stored text. For null (an unknown user, or one without a
   * password) it works as long and says no. @throws AppError 503 when too many wait.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** Whether a stored text was made by a weaker method or with weaker parameters than today's. */
  isOutdated(stored: string): boolean;
}

/** Options of {@link createPasswordHasher}. */
export interface PasswordHasherOptions {
  /** scrypt's N, a power of two; one hashing takes N × 1 KiB of memory. Tests take a small one. */
  cost?: number;
  /** Hashings that run side by side: each holds a thread of libuv's four. */
  concurrency?: number;
  /** Hashings that may wait; one more is refused. */
  queueLimit?: number;
}

interface Parameters {
  cost: number;
  blockSize: number;
  parallelization: number;
}

const hashLength = 32;
const saltLength = 16;
/** OWASP's scrypt recommendation: N=2^17, r=8, p=1; 128 MiB for each hashing. */
const recommended = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };

/** scrypt through libuv's threads, at most `concurrency` (2) at once and `queueLimit` (20) waiting. */
export function createPasswordHasher({
  cost = recommended.cost,
  concurrency = 2,
  queueLimit = 20,
}: PasswordHasherOptions = {}): PasswordHasher {
  const parameters = { ...recommended, cost };
  const inTurn = createTurns(concurrency, queueLimit, 'Too many sign-ins at the moment');
  const nobody = format(parameters, randomBytes(saltLength), randomBytes(hashLength));
  return {
    hash: async (password) => {
      const salt = randomBytes(saltLength);
      return format(parameters, salt, await inTurn(() => derive(password, salt, parameters)));
    },
    verify: async (password, stored) => {
      const imported = stored !== null && isBcryptHash(stored) ? stored : null;
      const { salt, hash, ...used } = parse(imported === null ? (stored ?? nobody) : nobody);
      // An imported hash is checked beside the usual work, so that timing does not tell it from the others.
      const [derived, isImported] = await inTurn(() =>
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

/** `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, the usual form of password hashes. */
function format({ cost, blockSize, parallelization }: Parameters, salt: Buffer, hash: Buffer) {
  const settings = `ln=${Math.log2(cost)},r=${blockSize},p=${parallelization}`;
  return `$scrypt$${settings}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

const pattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]{43})$/;

function parse(stored: string): Parameters & { salt: Buffer; hash: Buffer } {
  const [, ln, r, p, salt, hash] = pattern.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password is malformed');
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
    scrypt(password, salt, hashLength, { ...parameters, maxmem }, (error, derived) => {
      if (error === null) resolve(derived);
      else reject(error);
    });
  });
