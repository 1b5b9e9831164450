import type { Settings } from './settings/index.js';

/** Whether session cookies go over TLS only: as it is said, else where the public address is one of TLS. */
export const isCookieSecure = (
  settings: Pick<Settings, 'SERVICE_COOKIE_SECURE' | 'PUBLIC_URL'>,
): boolean =>
  settings.SERVICE_COOKIE_SECURE ??
  settings.PUBLIC_URL?.toLowerCase().startsWith('https:') ??
  false;
