import type { ApiSettings } from '@sluice/config';

/** How long sessions live. */
export interface SessionLifetimes {
  /** Of an idle session. */
  idleMs: number;
  /** Of any session, however busy. */
  absoluteMs: number;
}

const halfDayMs = 12 * 60 * 60_000;

/** Half a day from sign-in at most, unless one may be idle for longer. */
export function sessionLifetimesOf({
  SERVICE_SESSION_MINUTES: minutes,
}: Pick<ApiSettings, 'SERVICE_SESSION_MINUTES'>): SessionLifetimes {
  const idleMs = minutes * 60_000;
  return { idleMs, absoluteMs: Math.max(halfDayMs, idleMs) };
}
