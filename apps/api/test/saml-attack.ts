import type { Test } from 'tap';
import {
  createSigner,
  issuer,
  type ResponseContents,
  sign,
  type Signer,
  type Signing,
  usualContext,
  writeResponse,
} from './saml-forge.js';
import { post, principalOf, samlSettings, sessionOf, startSignIn } from './saml-support.js';
import type { TestApi } from './support.js';
import { openApi } from './fixtures.js';

/** An API, an identity provider it trusts, and helpers to send forged responses. */
export interface SamlAttack {
  api: TestApi;
  idp: Signer;
  /** Returns a response signed by the identity provider. */
  signed(contents: ResponseContents, how?: Signing): string;
  /** Starts a sign-in, posts a response for it and returns the outcome. */
  attempt(make: MakeResponse): Promise<Attempted>;
  /** Checks that the response is refused for this reason. */
  refused(t: Test, title: string, reason: RegExp, make: MakeResponse): Promise<void>;
  /** Checks that the response signs in the user. */
  accepted(t: Test, title: string, make: MakeResponse, email?: string): Promise<void>;
}

type MakeResponse = (requestId: string) => string;

interface Attempted {
  response: Awaited<ReturnType<typeof post>>;
  log: string;
}

const bodyOf = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, '');

/** Encodes XML as the browser posts it. */
export const base64 = (xml: string): string => Buffer.from(xml).toString('base64');

/** Opens the API for the tests of a file. */
export async function openSamlAttack(t: Test): Promise<SamlAttack> {
  const idp = createSigner();
  const api = await openApi(t, {
    settings: samlSettings(
      { certificate: bodyOf(idp.certificate), entryPoint: 'https://idp.example/sso' },
      {
        SERVICE_SAML_IDP_ISSUER: issuer,
        SERVICE_SAML_AUTO_SIGN_UP: 'true',
        SERVICE_SAML_AUTH_CONTEXT: usualContext,
      },
    ),
  });
  const attempt = async (make: MakeResponse): Promise<Attempted> => {
    const started = await startSignIn(api);
    const logged = api.log().length;
    const response = await post(api, base64(make(started.requestId)), started.cookie);
    return { response, log: api.log().slice(logged) };
  };
  return {
    api,
    idp,
    signed: (contents, how) => sign(writeResponse(contents), idp, how),
    attempt,
    refused: async (t, title, reason, make) => {
      const { response, log } = await attempt(make);
      t.equal(response.statusCode, 302, title);
      t.match(response.headers.location, /^\/signin\?error=saml_/, title);
      t.equal(sessionOf(response), undefined, title);
      t.match(log, reason, title);
    },
    accepted: async (t, title, make, email = 'eve@example.com') => {
      const { response, log } = await attempt(make);
      t.match(await principalOf(api, response), { email, role: 'editor' }, `${title} ${log}`);
    },
  };
}
