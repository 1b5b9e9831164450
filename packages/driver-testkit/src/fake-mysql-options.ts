/** Certificate and key of a server. */
export interface FakeTls {
  cert: string;
  key: string;
}

/** How a fake server differs from the default: MySQL 8.4 with user `u`, password `p`, in its cache, without TLS. */
export interface FakeMysqlOptions {
  version?: string | undefined;
  user?: string;
  password?: string;
  /** Whether the server knows the password's hash from an earlier sign-in. */
  isCached?: boolean;
  tls?: FakeTls | undefined;
  /** Text of a setting of the session set-up that the server refuses. */
  refusedSetting?: RegExp;
  /** Gets the texts that the fake answers itself: the set-up of sessions and KILL. */
  onServed?: (sql: string) => void;
}
