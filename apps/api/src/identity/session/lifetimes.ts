import type { ApiSettings } from '@sluice/config';

/** Lifetimes of sessions. */
export interface SessionLifetimes {
  /** Maximum idle time, in milliseconds. */
  idleMs: number;
  /** Maximum lifetime since the sign-in, in milliseconds. */
  absoluteMs: number;
}

const HALF_DAY_MS = 12 * 60 * 60_000;

/** The maximum lifetime is 12 hours, or the idle time if that is longer. */
export function sessionLifetimesOf({
  SERVICE_SESSION_MINUTES: minutes,
}: Pick<ApiSettings, 'SERVICE_SESSION_MINUTES'>): SessionLifetimes {
  const idleMs = minutes * 60_000;
  return { idleMs, absoluteMs: Math.max(HALF_DAY_MS, idleMs) };
}
