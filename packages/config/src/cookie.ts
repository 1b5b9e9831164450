import type { Settings } from './settings/index.js';

/** Whether session cookies are sent over TLS only: as configured, else when PUBLIC_URL is https. */
export const isCookieSecure = (
  settings: Pick<Settings, 'SERVICE_COOKIE_SECURE' | 'PUBLIC_URL'>,
): boolean =>
  settings.SERVICE_COOKIE_SECURE ??
  settings.PUBLIC_URL?.toLowerCase().startsWith('https:') ??
  false;
