import { jwtVerify, SignJWT } from 'jose';

/** The claims of a token; later only the id is used. */
export interface TokenClaims {
  /** The id of the token's row. */
  id: string;
  name: string;
  role: string;
  /** Null: the token does not expire. */
  expiryDate: Date | null;
}

/** Signs and verifies service tokens. */
export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>;
  /** Returns the id of a valid token; otherwise null. */
  verify(token: string): Promise<string | null>;
}

const ALGORITHM = 'HS256';
/** The type distinguishes service tokens from other JWTs with the same secret. */
const TYPE = 'service-token+jwt';
const ISSUER = 'sluice';
const AUDIENCE = 'sluice/api';
/** Allowed clock difference between processes. */
const TOLERANCE_SECONDS = 60;
const MAX_TOKEN_LENGTH = 4_096;

/** Creates and accepts one type of JWT with one algorithm, whatever its header says. */
export function createTokenSigner(secret: string): TokenSigner {
  const key = new TextEncoder().encode(secret);
  return {
    sign: ({ id, name, role, expiryDate }) => {
      const token = new SignJWT({ name, role })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setJti(id)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt();
      if (expiryDate !== null) token.setExpirationTime(expiryDate);
      return token.sign(key);
    },
    verify: async (token) => {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          clockTolerance: TOLERANCE_SECONDS,
          requiredClaims: ['jti', 'iat'],
        });
        const isFromFuture = (payload.iat ?? Infinity) > Date.now() / 1000 + TOLERANCE_SECONDS;
        return isFromFuture || typeof payload.jti !== 'string' ? null : payload.jti;
      } catch {
        // Any verification error means that the token is invalid.
        return null;
      }
    },
  };
}
