import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';

/** Issues tokens for requests signed with the key of the server's service account. */
export class Tokens {
  readonly email = 'tester@sluice-test.iam.gserviceaccount.com';
  readonly privateKey: string;
  private readonly publicKey: string;
  private readonly valid = new Set<string>();

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** Answers a token request, whose body is a form. */
  exchange(form: string): { status: number; body: string } {
    const assertion = new URLSearchParams(form).get('assertion') ?? '';
    const [header = '', payload = '', signature = ''] = assertion.split('.');
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString() || 'null');
    const issuer: unknown =
      typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'iss') : null;
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${payload}`),
      this.publicKey,
      Buffer.from(signature, 'base64url'),
    );
    if (issuer !== this.email || !isSigned) {
      const error = { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' };
      return { status: 400, body: JSON.stringify(error) };
    }
    const answer = { access_token: this.issue(), expires_in: 3599, token_type: 'Bearer' };
    return { status: 200, body: JSON.stringify(answer) };
  }

  /** Returns a new valid token. */
  issue(): string {
    const token = `token-${randomUUID()}`;
    this.valid.add(token);
    return token;
  }

  /** Whether a request is authenticated. */
  accepts(authorization: string | undefined): boolean {
    return authorization?.startsWith('Bearer ') === true && this.valid.has(authorization.slice(7));
  }

  /** Invalidates all tokens. */
  revoke(): void {
    this.valid.clear();
  }
}
