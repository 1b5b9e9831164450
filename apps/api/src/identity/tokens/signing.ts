import { jwtVerify, SignJWT } from 'jose';

/** What a token says of itself; only the id counts later. */
export interface TokenClaims {
  /** Of the row that the token stands for. */
  id: string;
  name: string;
  role: string;
  /** Null = it does not expire by itself. */
  expiryDate: Date | null;
}

/** Signs and checks service tokens. */
export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>;
  /** The id in a token that was signed here and is of its time; else null. */
  verify(token: string): Promise<string | null>;
}

const algorithm = 'HS256';
/** Nothing else that is signed with the same secret passes for one of ours. */
const type = 'service-token+jwt';
const issuer = 'sluice';
const audience = 'sluice/api';
/** Between the clocks of two processes. */
const toleranceSeconds = 60;
const maxTokenLength = 4_096;

/** JWTs of one kind and one algorithm, whatever their header asks for. */
export function createTokenSigner(secret: string): TokenSigner {
  const key = new TextEncoder().encode(secret);
  return {
    sign: ({ id, name, role, expiryDate }) => {
      const token = new SignJWT({ name, role })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setJti(id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt();
      if (expiryDate !== null) token.setExpirationTime(expiryDate);
      return token.sign(key);
    },
    verify: async (token) => {
      if (token.length > maxTokenLength) return null;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          typ: type,
          issuer,
          audience,
          clockTolerance: toleranceSeconds,
          requiredClaims: ['jti', 'iat'],
        });
        const isOfFuture = (payload.iat ?? Infinity) > Date.now() / 1000 + toleranceSeconds;
        return isOfFuture || typeof payload.jti !== 'string' ? null : payload.jti;
      } catch {
        // Whatever is wrong with it, it is no token of ours.
        return null;
      }
    },
  };
}
