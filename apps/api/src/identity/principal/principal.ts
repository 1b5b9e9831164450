/** An authenticated user or service token. */
export interface Principal {
  id: string;
  /** Empty for a service token: its name must not pass for a user's address in a template. */
  email: string;
  name: string | null;
  role: 'admin' | 'editor';
}

/** The credential that authenticated a request. */
export interface Credential {
  /** Hash of the session's id, for a request with a session. */
  sessionIdHash?: string;
  /** Stored password hash, for a request with a password. */
  passwordHash?: string | null;
}
