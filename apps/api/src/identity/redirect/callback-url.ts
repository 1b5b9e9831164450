import type { ApiSettings } from '@sluice/config';

/**
 * Public address of a page of this service, as it is registered with a provider. Never taken from a
 * request. `PUBLIC_URL` may name the mount path or leave it out.
 */
export function callbackUrl(
  settings: Pick<ApiSettings, 'PUBLIC_URL' | 'SERVICE_BASE_URL'>,
  path: string,
): URL {
  const { PUBLIC_URL: publicUrl, SERVICE_BASE_URL: mount } = settings;
  if (publicUrl === undefined) throw new Error('PUBLIC_URL is required');
  const { origin, pathname } = new URL(publicUrl);
  const root = pathname.replace(/\/+$/, '');
  return new URL(`${origin}${root.endsWith(mount) ? root : `${root}${mount}`}${path}`);
}
