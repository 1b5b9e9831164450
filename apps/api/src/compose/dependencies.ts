import type { ApiSettings } from '@sluice/config';
import type { Cipher, Database, Notifications } from '@sluice/database';
import type { Producer } from '@sluice/jobs';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import type { ApiTelemetry } from '../operations/index.js';
import type { PasswordHasher } from '../identity/password-hashing/index.js';

/** Dependencies of the app. Their owner closes them, after the app. */
export interface AppDependencies {
  settings: ApiSettings;
  database: Database;
  cipher: Cipher;
  producer: Pick<Producer, 'add'>;
  /** Aborted at shutdown: the process keeps serving, but reports not ready. */
  stopping?: AbortSignal;
  /** Rejects when the queue accepts no jobs. */
  checkQueue(): Promise<void>;
  results: ResultStore;
  notifications: Notifications;
  passwords: PasswordHasher;
  log: Logger;
  /** Absent: no metrics and traces. */
  telemetry?: ApiTelemetry;
  /**
   * Checks every response against its schema; for tests, because the check costs more than the
   * response.
   */
  checkResponses?: boolean;
  /** Timeouts for receiving a request and its headers, and the interval of the check. */
  receiving?: { requestMs?: number; headersMs?: number; checkEveryMs?: number };
  /** Folder of the built web app; absent: it is not served. */
  webFolder?: string;
  /** Timeout of one response of an identity provider, in milliseconds; 10 s by default. */
  providerTimeoutMs?: number;
  /**
   * Event loop delay above which requests get 503, in milliseconds; 1 s by default, 0 disables the
   * check.
   */
  maxEventLoopDelayMs?: number;
}
