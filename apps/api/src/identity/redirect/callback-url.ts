import type { ApiSettings } from '@sluice/config';

/**
 * Returns the public URL of a page of this service, as registered with a provider. It never depends
 * on a request. `PUBLIC_URL` may include the mount path.
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
