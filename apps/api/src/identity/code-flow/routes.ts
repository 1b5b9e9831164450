import { isReturnPath } from '@sluice/contracts/return-path';
import type { PendingSignInRepository, UserRow } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../http/index.js';
import {
  admit,
  isAllowedDomain,
  type AdmissionPolicy,
  type AdmissionRefusal,
  type ExternalProfile,
} from '../admission/index.js';
import { newFlowSecrets, type CodeFlow } from './flow.js';
import {
  callbackUrl,
  createPendingSignIns,
  type BrowserSignIn,
  type PendingSignIns,
  type SignInMethodDependencies,
} from '../redirect/index.js';
import { explainProviderError, type ExplainedFailure } from './provider-errors.js';

/** Data kept while the browser is at the provider. */
type PendingFlow = ReturnType<typeof newPendingFlow>;

/** Maximum duration of a sign-in. */
const LIFETIME_MS = 10 * 60_000;

/** Dependencies of the two routes of the authorization code flow. */
interface CodeFlowRoutes {
  method: CodeFlowMethod['method'];
  flow: CodeFlow;
  pending: PendingSignIns<PendingFlow>;
  browser: BrowserSignIn;
  admit(profile: ExternalProfile): Promise<UserRow | AdmissionRefusal>;
}

/** A sign-in method that uses the authorization code flow. */
export interface CodeFlowMethod {
  method: 'oauth' | 'oidc';
  /** Creates the flow; `callback` is the registered redirect URI. */
  createFlow(callback: URL): CodeFlow;
  policy: Omit<AdmissionPolicy, 'mayCreate'>;
}

/** Registers `GET /auth/<method>`, which redirects to the provider, and `GET /auth/<method>/callback`. */
export function registerCodeFlow(
  scope: Scope,
  { settings, admission, pendingSignIns }: SignInMethodDependencies,
  browser: BrowserSignIn,
  { method, createFlow, policy }: CodeFlowMethod,
): void {
  const callback = callbackUrl(settings, `/auth/${method}/callback`);
  const routes: CodeFlowRoutes = {
    method,
    flow: createFlow(callback),
    pending: pendingFlows(method, callback, pendingSignIns),
    browser,
    admit: (profile) =>
      admit(admission, profile, {
        ...policy,
        mayCreate: isAllowedDomain(profile.email, settings.SERVICE_ALLOWED_DOMAINS),
      }),
  };
  const options = { schema: { hide: true }, exposeHeadRoute: false };
  const onRequest = browser.requireChoice;
  scope.get(`/auth/${method}`, { ...options, onRequest }, (request, reply) =>
    begin(routes, request, reply),
  );
  scope.get(`/auth/${method}/callback`, options, (request, reply) =>
    finish(routes, request, reply),
  );
}

/** Creates the store of pending sign-ins; its cookie is limited to the path of `callback`. */
const pendingFlows = (
  origin: CodeFlowMethod['method'],
  callback: URL,
  pending: PendingSignInRepository,
): PendingSignIns<PendingFlow> =>
  createPendingSignIns({
    pending,
    origin,
    callbackPath: callback.pathname,
    lifetimeMs: LIFETIME_MS,
    // The provider returns the browser by a top-level navigation.
    sameSite: 'lax',
    isSecure: callback.protocol === 'https:',
  });

async function begin(
  { method, flow, pending, browser }: CodeFlowRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const kept = newPendingFlow(queryOf(request).get('returnTo'));
  const leading = await attempt(() => flow.begin(kept));
  if ('failure' in leading) {
    await browser.fail(request, reply, method, leading.failure.code, leading.failure.cause);
    return reply;
  }
  await pending.begin(reply, kept);
  return reply.header('cache-control', 'no-store').redirect(leading.value.href);
}

async function finish(
  { method, flow, pending, browser, admit }: CodeFlowRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const kept = await pending.finish(request, reply);
  if (kept === null) {
    await browser.fail(request, reply, method, 'sign_in_expired');
    return reply;
  }
  const proved = await attempt(() => flow.finish(queryOf(request), kept));
  if ('failure' in proved) {
    await browser.fail(request, reply, method, proved.failure.code, proved.failure.cause);
    return reply;
  }
  const user = await admit(proved.value);
  await (typeof user === 'string'
    ? browser.fail(request, reply, method, user)
    : browser.succeed(request, reply, user, method, kept.returnTo ?? undefined));
  return reply;
}

/**
 * Converts only the provider's errors to a failed sign-in; database errors are handled as usual.
 */
async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ value: T } | { failure: ExplainedFailure }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { failure: explainProviderError(error) };
  }
}

/** Parses the raw query: repeated parameters must be visible. */
const queryOf = ({ url }: FastifyRequest): URLSearchParams => {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
};

const newPendingFlow = (returnTo: string | null) => ({
  ...newFlowSecrets(),
  // The mount path is checked when the path is used.
  returnTo: returnTo !== null && isReturnPath(returnTo) ? returnTo : null,
});
