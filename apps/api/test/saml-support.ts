import { inflateRawSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from './support.js';

/** Name of the service under test. */
export const entityId = 'urn:sluice:test';

/** Where it lives, as far as identity providers know. */
export const publicUrl = 'https://sluice.example';

/** Settings of a service that believes `certificate`. */
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

/** A sign-in that a browser has begun. */
export interface Begun {
  /** Where the browser was sent. */
  url: string;
  requestId: string;
  /** The request as XML. */
  request: string;
  /** As the browser sends it back. */
  cookie: string;
  setCookie: string;
}

/** Begins a sign-in, as a click on the link does. */
export async function begin(api: TestApi, path = '/auth/saml'): Promise<Begun> {
  const answer = await api.anonymous('GET', path);
  if (answer.statusCode !== 302) throw new Error(`${answer.statusCode} ${answer.body}`);
  const url = String(answer.headers.location);
  const packed = new URL(url).searchParams.get('SAMLRequest') ?? '';
  const request = inflateRawSync(Buffer.from(packed, 'base64')).toString();
  const setCookie = String(answer.headers['set-cookie']);
  return {
    url,
    request,
    requestId: /\sID="([^"]+)"/.exec(request)?.[1] ?? '',
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  };
}

/** Posts a response (Base64) as the identity provider's page makes a browser do. */
export const post = (
  api: TestApi,
  response: string,
  cookie: string,
  path = '/login/callback',
): Promise<LightMyRequestResponse> =>
  api.anonymous('POST', path, new URLSearchParams({ SAMLResponse: response }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    origin: 'https://idp.example',
    cookie,
  });

/** The session that an answer opens; undefined when it opens none. */
export function sessionOf({ headers }: LightMyRequestResponse): string | undefined {
  const set = [headers['set-cookie'] ?? []].flat();
  return set.find((cookie) => cookie.startsWith('sluice.sid='))?.split(';')[0];
}

/** Who is signed in by an answer. */
export async function whoIs(
  api: TestApi,
  answer: LightMyRequestResponse,
): Promise<{ email: string; role: string } | undefined> {
  const cookie = sessionOf(answer);
  if (cookie === undefined) return undefined;
  const app = await api.anonymous('GET', '/api/app', undefined, { cookie });
  return app.json<{ currentUser?: { email: string; role: string } }>().currentUser;
}
