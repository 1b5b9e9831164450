import { inflateRawSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from './support.js';

/** Entity id of the service. */
export const entityId = 'urn:sluice:test';

/** Public URL of the service. */
export const publicUrl = 'https://sluice.example';

/** Returns settings of a service that trusts `certificate`. */
export const samlSettings = (
  idp: { certificate: string; entryPoint: string },
  more: Record<string, string> = {},
): Record<string, string> => ({
  PUBLIC_URL: publicUrl,
  SERVICE_SAML_ENTRY_POINT: idp.entryPoint,
  SERVICE_SAML_CERT: idp.certificate,
  SERVICE_SAML_ISSUER: entityId,
  ...more,
});

/** A started sign-in. */
export interface StartedSignIn {
  /** Redirect target at the identity provider. */
  url: string;
  requestId: string;
  /** The authentication request as XML. */
  request: string;
  /** The cookie as the browser sends it. */
  cookie: string;
  setCookie: string;
}

/** Starts a sign-in. */
export async function startSignIn(api: TestApi, path = '/auth/saml'): Promise<StartedSignIn> {
  const response = await api.anonymous('GET', path);
  if (response.statusCode !== 302) throw new Error(`${response.statusCode} ${response.body}`);
  const url = String(response.headers.location);
  const packed = new URL(url).searchParams.get('SAMLRequest') ?? '';
  const request = inflateRawSync(Buffer.from(packed, 'base64')).toString();
  const setCookie = String(response.headers['set-cookie']);
  return {
    url,
    request,
    requestId: /\sID="([^"]+)"/.exec(request)?.[1] ?? '',
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  };
}

/** Posts a response (Base64) as a browser does from the identity provider's page. */
export const post = (
  api: TestApi,
  samlResponse: string,
  cookie: string,
  path = '/login/callback',
): Promise<LightMyRequestResponse> =>
  api.anonymous('POST', path, new URLSearchParams({ SAMLResponse: samlResponse }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    origin: 'https://idp.example',
    cookie,
  });

/** Returns the session cookie of a response, if it sets one. */
export function sessionOf({ headers }: LightMyRequestResponse): string | undefined {
  const set = [headers['set-cookie'] ?? []].flat();
  return set.find((cookie) => cookie.startsWith('sluice.sid='))?.split(';')[0];
}

/** Returns the user that a response signs in. */
export async function principalOf(
  api: TestApi,
  response: LightMyRequestResponse,
): Promise<{ email: string; role: string } | undefined> {
  const cookie = sessionOf(response);
  if (cookie === undefined) return undefined;
  const app = await api.anonymous('GET', '/api/app', undefined, { cookie });
  return app.json<{ currentUser?: { email: string; role: string } }>().currentUser;
}
