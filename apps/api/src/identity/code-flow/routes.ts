import { isReturnPath } from '@sluice/contracts/return-path';
import type { PendingSignInRepository, UserRow } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../http/index.js';
import type { AdmissionRefusal, ExternalProfile } from '../admission/index.js';
import { newFlowSecrets, type CodeFlow } from './flow.js';
import {
  type BrowserSignIn,
  createPendingSignIns,
  type PendingSignIns,
} from '../redirect/index.js';
import { explainProviderError, type ExplainedFailure } from './provider-errors.js';

/** What is kept of a sign-in while the browser is at the provider. */
type PendingFlow = ReturnType<typeof newPendingFlow>;

/** From the first page to the last. */
const lifetimeMs = 10 * 60_000;

/** What the two pages of a sign-in by authorization code work with. */
export interface CodeFlowRoutes {
  method: 'oauth' | 'oidc';
  flow: CodeFlow;
  pending: PendingSignIns<PendingFlow>;
  browser: BrowserSignIn;
  admit(profile: ExternalProfile): Promise<UserRow | AdmissionRefusal>;
}

/** The sign-ins of a method that are under way; their cookie goes to `callback` only. */
export const pendingFlows = (
  origin: CodeFlowRoutes['method'],
  callback: URL,
  pending: PendingSignInRepository,
): PendingSignIns<PendingFlow> =>
  createPendingSignIns({
    pending,
    origin,
    callbackPath: callback.pathname,
    lifetimeMs,
    // The provider sends the browser back by a plain link.
    sameSite: 'lax',
    isSecure: callback.protocol === 'https:',
  });

/** `GET /auth/<method>` leads to the provider, `GET /auth/<method>/callback` is where it leads back. */
export function registerCodeFlow(scope: Scope, routes: CodeFlowRoutes): void {
  const options = { schema: { hide: true }, exposeHeadRoute: false };
  const onRequest = routes.browser.requireChoice;
  scope.get(`/auth/${routes.method}`, { ...options, onRequest }, (request, reply) =>
    begin(routes, request, reply),
  );
  scope.get(`/auth/${routes.method}/callback`, options, (request, reply) =>
    finish(routes, request, reply),
  );
}

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

/** Only what a provider does is a failed sign-in; a database that is away is answered as ever. */
async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ value: T } | { failure: ExplainedFailure }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { failure: explainProviderError(error) };
  }
}

/** As sent: doubled parameters have to be seen. */
const queryOf = ({ url }: FastifyRequest): URLSearchParams => {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
};

const newPendingFlow = (returnTo: string | null) => ({
  ...newFlowSecrets(),
  // The mount path is compared when it is used.
  returnTo: returnTo !== null && isReturnPath(returnTo) ? returnTo : null,
});
