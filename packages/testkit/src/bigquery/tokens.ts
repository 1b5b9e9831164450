import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { at, text } from './json.js';

const bigqueryScope = 'https://www.googleapis.com/auth/bigquery';

const refusal = (error: string, description: string): { status: number; body: string } => ({
  status: 400,
  body: JSON.stringify({ error, error_description: description }),
});

/** Issues tokens for requests signed with the key of the server's service account. */
export class Tokens {
  readonly email = 'tester@sluice-test.iam.gserviceaccount.com';
  readonly privateKey: string;
  /** A user who has signed in. */
  readonly user = {
    client_id: '1234567890.apps.example.com',
    client_secret: 'd-secret',
    refresh_token: '1//refresh',
  };
  private readonly publicKey: string;
  /** The scopes of each valid token, separated by spaces. */
  private readonly valid = new Map<string, string>();

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
    const fields = new URLSearchParams(form);
    if (fields.get('grant_type') === 'refresh_token') return this.refresh(fields);
    const assertion = fields.get('assertion') ?? '';
    const [header = '', payload = '', signature = ''] = assertion.split('.');
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString() || 'null');
    const scope = text(at(claims, 'scope'));
    const isCurrent = Number(at(claims, 'exp')) > Date.now() / 1000;
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${payload}`),
      this.publicKey,
      Buffer.from(signature, 'base64url'),
    );
    if (fields.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return refusal('unsupported_grant_type', 'Invalid grant_type');
    }
    if (at(claims, 'iss') !== this.email || !isSigned || !isCurrent) {
      return refusal('invalid_grant', 'Invalid JWT Signature.');
    }
    if (!scope.split(' ').includes(bigqueryScope)) {
      return refusal('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
    }
    const answer = { access_token: this.issue(scope), expires_in: 3599, token_type: 'Bearer' };
    return { status: 200, body: JSON.stringify(answer) };
  }

  private refresh(fields: URLSearchParams): { status: number; body: string } {
    const isUser = Object.entries(this.user).every(([key, value]) => fields.get(key) === value);
    if (!isUser) return refusal('invalid_grant', 'Bad Request');
    // The scopes are those of the sign-in.
    const answer = {
      access_token: this.issue(),
      expires_in: 3599,
      scope: bigqueryScope,
      token_type: 'Bearer',
    };
    return { status: 200, body: JSON.stringify(answer) };
  }

  /** Returns a new valid token. */
  issue(scope = bigqueryScope): string {
    const token = `token-${randomUUID()}`;
    this.valid.set(token, scope);
    return token;
  }

  /** Returns the scopes of an authenticated request; null for any other. */
  scopesOf(authorization: string | undefined): readonly string[] | null {
    if (authorization?.startsWith('Bearer ') !== true) return null;
    return this.valid.get(authorization.slice(7))?.split(' ') ?? null;
  }

  /** Invalidates all tokens. */
  revoke(): void {
    this.valid.clear();
  }
}
