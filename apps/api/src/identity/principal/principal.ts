import type { Role, TokenScope } from '@sluice/contracts';

/** An authenticated user or service token. */
export interface Principal {
  id: string;
  /** Empty for a service token: its name must not pass for a user's address in a template. */
  email: string;
  name: string | null;
  /** With a personal token without the scope `admin`: editor. */
  role: Role;
  /** The personal token of the request, which narrows what its user may do; absent without one. */
  token?: TokenGrant;
}

/** The permissions and limits of a personal token. */
export interface TokenGrant {
  id: string;
  name: string;
  scopes: readonly TokenScope[];
  /** The only connections that it may use; null: all of its user. */
  connectionIds: readonly string[] | null;
  /** Its batches run read-only. */
  readOnly: boolean;
  /** Maximum rows of a result; null: no limit. */
  maxRows: number | null;
  /** The role of its user. */
  userRole: Role;
}

/** The credential that authenticated a request. */
export interface Credential {
  /** Hash of the session's id, for a request with a session. */
  sessionIdHash?: string;
  /** Stored password hash, for a request with a password. */
  passwordHash?: string | null;
  /** The personal token, for a request with one. */
  tokenId?: string;
}
