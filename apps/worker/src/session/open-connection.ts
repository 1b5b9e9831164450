import { setTimeout as delay } from 'node:timers/promises';
import { DriverError, type DriverConnection, type Handover } from '@sluice/driver-kit';
import { BatchError } from './batch-error.js';
import { connectRendered, type ConnectSettings } from './connect.js';
import type { SessionOwner } from './idle-sessions.js';

/** Opens a session for a batch, or resumes one that was handed over. */
export type OpenConnection = (
  owner: SessionOwner,
  signal: AbortSignal,
  handover: Handover['session'] | undefined,
) => Promise<DriverConnection>;

const RETRY_DELAYS_MS = [300, 1_000];

/** The server is starting or stopping. Nothing was sent, so a retry is safe. */
const CANNOT_CONNECT_NOW = '57P03';

/** Returns a function that retries a refused connection within the connect timeout. */
export const openWithRetries =
  ({ connectTimeoutMs, machine, targets }: ConnectSettings): OpenConnection =>
  async ({ driver, config: data, readOnly, statementTimeoutMs }, signal, handover) => {
    const deadlineMs = performance.now() + connectTimeoutMs;
    for (const retryDelayMs of [...RETRY_DELAYS_MS, undefined]) {
      const leftMs = deadlineMs - performance.now();
      try {
        const settings = { connectTimeoutMs: Math.max(leftMs, 1), machine, targets };
        return await connectRendered({ driver, data, readOnly }, settings, signal, {
          statementTimeoutMs,
          handover,
        });
      } catch (error) {
        const tooLate = performance.now() + (retryDelayMs ?? 0) >= deadlineMs;
        const isLast = retryDelayMs === undefined || tooLate || signal.aborted;
        if (isLast || !isTransient(error)) throw error;
        await delay(retryDelayMs);
      }
    }
    throw new BatchError('connect_failed', 'not_run', 'The connection could not be opened');
  };

const isTransient = (error: unknown): boolean =>
  error instanceof DriverError &&
  error.outcome === 'not_run' &&
  (error.sqlState === CANNOT_CONNECT_NOW || errnoOf(error.cause) === 'ECONNREFUSED');

const errnoOf = (cause: unknown): unknown =>
  cause instanceof Error && 'code' in cause ? cause.code : undefined;
