import type { ApiSettings } from '@sluice/config';
import type { Cipher, Database, Notifications } from '@sluice/database';
import type { Producer } from '@sluice/jobs';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import type { ApiTelemetry } from '../operations/index.js';
import type { PasswordHasher } from '../identity/password-hashing/index.js';

/** Everything that the app is built from. Whoever opened it closes it, after the app. */
export interface AppDependencies {
  settings: ApiSettings;
  database: Database;
  cipher: Cipher;
  producer: Pick<Producer, 'add'>;
  /** Aborted when the process was told to stop: it still serves, and is not ready any more. */
  stopping?: AbortSignal;
  /** Rejects when jobs cannot be added now. */
  checkQueue(): Promise<void>;
  results: ResultStore;
  notifications: Notifications;
  passwords: PasswordHasher;
  log: Logger;
  /** Absent: nothing is measured or traced. */
  telemetry?: ApiTelemetry;
  /** Check every answer against its schema; for tests, since it costs more than the answer. */
  checkResponses?: boolean;
  /** How long a client may take to send a request and its headers, and how often that is looked at. */
  receiving?: { requestMs?: number; headersMs?: number; checkEveryMs?: number };
  /** Where the built workbench lies; absent: it is not served. */
  webFolder?: string;
  /** Longest time that an identity provider may take for one answer; 10 s unless given. */
  providerTimeoutMs?: number;
  /** Longer, and requests are refused with 503 until it is over; 1 s unless given, 0 = never. */
  maxEventLoopDelayMs?: number;
}
