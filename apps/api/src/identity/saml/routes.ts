import formbody from '@fastify/formbody';
import { readCertificates } from '@sluice/config';
import { isReturnPath } from '@sluice/contracts/return-path';
import { z } from 'zod';
import type { Scope } from '../../http/index.js';
import {
  type BrowserSignIn,
  callbackUrl,
  createPendingSignIns,
  type PendingSignIns,
  type SignInMethodDependencies,
} from '../redirect/index.js';
import type { SamlSignIn } from './service.js';

/** Limit of the form, and so of the Base64-encoded XML in it. */
const MAX_BYTES = 256 * 1024;

const METHOD = 'saml';

/** A pending sign-in. */
type Pending = { requestId: string; returnTo?: string };

/** Dependencies of the SAML routes. */
interface SamlRoutes {
  saml: SamlSignIn;
  pending: PendingSignIns<Pending>;
  browser: BrowserSignIn;
}

/**
 * Registers `GET /auth/saml`, `POST /login/callback` and `GET /auth/saml/metadata` if an identity
 * provider is configured.
 */
export function registerSaml(
  scope: Scope,
  dependencies: SignInMethodDependencies,
  browser: BrowserSignIn,
): void {
  const { settings } = dependencies;
  if (settings.SERVICE_SAML_ENTRY_POINT === undefined) return;
  const callback =
    settings.SERVICE_SAML_CALLBACK_URL ?? callbackUrl(settings, '/login/callback').href;
  const pending = createPendingSignIns<Pending>({
    pending: dependencies.pendingSignIns,
    origin: 'saml',
    callbackPath: new URL(callback).pathname,
    lifetimeMs: 5 * 60_000,
    // The response is posted by a page of another site.
    sameSite: 'none',
    // Browsers require it for SameSite=None, and accept such cookies from loopback without TLS.
    isSecure: true,
  });
  void scope.register(async (samlScope: Scope) => {
    const saml = await createSaml(dependencies, callback);
    registerStart(samlScope, { saml, pending, browser });
    await samlScope.register(async (callbackScope: Scope) => {
      await registerCallback(callbackScope, { saml, pending, browser });
    });
  });
}

/** Loads the SAML modules only if SAML is enabled: the XML parser alone is a megabyte. */
async function createSaml(
  { settings, admission, pendingSignIns }: SignInMethodDependencies,
  callback: string,
): Promise<SamlSignIn> {
  const { createSamlSignIn } = await import('./service.js');
  const defaultRole = settings.SERVICE_SAML_DEFAULT_ROLE;
  return createSamlSignIn(
    { admission, pendingSignIns },
    {
      service: {
        entityId: settings.SERVICE_SAML_ISSUER ?? '',
        callbackUrl: callback,
        entryPoint: settings.SERVICE_SAML_ENTRY_POINT ?? '',
        certificates: readCertificates(settings.SERVICE_SAML_CERT ?? '') ?? [],
        idpIssuer: settings.SERVICE_SAML_IDP_ISSUER,
        authContext: settings.SERVICE_SAML_AUTH_CONTEXT,
      },
      roles: { adminGroup: settings.SERVICE_SAML_ADMIN_GROUP, defaultRole },
      policy: {
        mayCreate: settings.SERVICE_SAML_AUTO_SIGN_UP,
        defaultRole,
        syncRole: settings.SERVICE_SAML_ENFORCED_ROLE ? 'always' : 'never',
      },
    },
  );
}

function registerStart(scope: Scope, { saml, pending, browser }: SamlRoutes): void {
  scope.route({
    method: 'GET',
    url: '/auth/saml',
    exposeHeadRoute: false,
    onRequest: browser.requireChoice,
    schema: { hide: true, querystring: z.object({ returnTo: z.string().optional() }) },
    handler: async ({ query: { returnTo } }, reply) => {
      const { id, url } = saml.request();
      await pending.begin(reply, {
        requestId: id,
        // The mount path is checked when the path is used.
        ...(returnTo !== undefined && isReturnPath(returnTo) ? { returnTo } : {}),
      });
      return reply.header('cache-control', 'no-store').redirect(url);
    },
  });
  scope.route({
    method: 'GET',
    url: '/auth/saml/metadata',
    schema: { hide: true },
    handler: (_request, reply) =>
      reply.type('application/samlmetadata+xml; charset=utf-8').send(saml.metadata),
  });
}

const formSchema = z.object({ SAMLResponse: z.string() });

async function registerCallback(
  scope: Scope,
  { saml, pending, browser }: SamlRoutes,
): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody, { bodyLimit: MAX_BYTES });
  scope.route({
    method: 'POST',
    url: '/login/callback',
    bodyLimit: MAX_BYTES,
    // The response and the cookie authenticate the request.
    config: { acceptsOtherOrigins: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const begun = await pending.finish(request, reply);
      const form = formSchema.safeParse(request.body);
      if (begun === null) {
        await browser.fail(request, reply, METHOD, 'sign_in_expired');
      } else if (!form.success) {
        await browser.fail(request, reply, METHOD, 'saml_invalid');
      } else {
        const signedIn = await saml.signIn(form.data.SAMLResponse, begun.requestId);
        if ('code' in signedIn) {
          await browser.fail(request, reply, METHOD, signedIn.code, signedIn.cause);
        } else {
          await browser.succeed(request, reply, signedIn, METHOD, begun.returnTo);
        }
      }
      return reply;
    },
  });
}
