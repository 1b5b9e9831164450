import type { Test } from 'tap';
import {
  createSigner,
  issuer,
  sign,
  usualContext,
  writeResponse,
  type Said,
  type Signer,
  type Signing,
} from './saml-forge.js';
import { begin, post, samlSettings, sessionOf, whoIs } from './saml-support.js';
import { openTestApi, type TestApi } from './support.js';

/** A service, an identity provider that it believes, and what is tried between them. */
export interface SamlAttack {
  api: TestApi;
  idp: Signer;
  /** A response that the identity provider has signed. */
  signed(said: Said, how?: Signing): string;
  /** What comes of a response, made for a sign-in that has just begun. */
  attempt(make: MakeResponse): Promise<Attempted>;
  /** The response is refused, and for this reason: not by luck. */
  refused(t: Test, what: string, reason: RegExp, make: MakeResponse): Promise<void>;
  /** Somebody comes in, whom the identity provider has signed. */
  accepted(t: Test, what: string, make: MakeResponse, email?: string): Promise<void>;
}

type MakeResponse = (requestId: string) => string;

interface Attempted {
  answer: Awaited<ReturnType<typeof post>>;
  log: string;
}

const bodyOf = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, '');

/** As the browser posts it. */
export const base64 = (xml: string): string => Buffer.from(xml).toString('base64');

/** Opens a service for the tests of a file. */
export async function openSamlAttack(t: Test): Promise<SamlAttack> {
  const idp = createSigner();
  const api = await openTestApi({
    settings: samlSettings(
      { certificate: bodyOf(idp.certificate), entryPoint: 'https://idp.example/sso' },
      {
        SERVICE_SAML_IDP_ISSUER: issuer,
        SERVICE_SAML_AUTO_SIGN_UP: 'true',
        SERVICE_SAML_AUTH_CONTEXT: usualContext,
      },
    ),
  });
  t.teardown(() => api.close());
  const attempt = async (make: MakeResponse): Promise<Attempted> => {
    const begun = await begin(api);
    const logged = api.log().length;
    const answer = await post(api, base64(make(begun.requestId)), begun.cookie);
    return { answer, log: api.log().slice(logged) };
  };
  return {
    api,
    idp,
    signed: (said, how) => sign(writeResponse(said), idp, how),
    attempt,
    refused: async (t, what, reason, make) => {
      const { answer, log } = await attempt(make);
      t.equal(answer.statusCode, 302, what);
      t.match(answer.headers.location, /^\/signin\?error=saml_/, what);
      t.equal(sessionOf(answer), undefined, what);
      t.match(log, reason, what);
    },
    accepted: async (t, what, make, email = 'eve@example.com') => {
      const { answer, log } = await attempt(make);
      t.match(await whoIs(api, answer), { email, role: 'editor' }, `${what} ${log}`);
    },
  };
}
