/** Who asks: a user or a service token, whatever way the request was authenticated. */
export interface Principal {
  id: string;
  /** Empty for a service token: its name must not pass for somebody's address in a template. */
  email: string;
  name: string | null;
  role: 'admin' | 'editor';
}

/** What a request stands on beside its principal. */
export interface Credential {
  /** It came with the session of this hash. */
  sessionIdHash?: string;
  /** It came with the password of this stored hash. */
  passwordHash?: string | null;
}
