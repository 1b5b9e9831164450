import type { PendingSignInRepository, UserRow } from '@sluice/database';
import {
  type AdmissionDependencies,
  type AdmissionPolicy,
  type AdmissionRefusal,
  admit,
} from '../admission/index.js';
import { profileOf, type RoleRules } from './profile.js';
import { SamlRefusal, type SamlRefusalCode } from './refusal.js';
import {
  createSamlService,
  type SamlService,
  type SamlServiceOptions,
} from './service-provider.js';

/** SAML sign-in. */
export interface SamlSignIn extends Pick<SamlService, 'metadata' | 'request'> {
  /** Checks a response (Base64) to this request. Returns the signed-in user, or the failure. */
  signIn(response: string, requestId: string): Promise<UserRow | SamlFailure>;
}

/** The reason of a failed sign-in. */
export interface SamlFailure {
  code: SamlRefusalCode | AdmissionRefusal;
  /** For the log; quotes nothing of the response. */
  cause?: unknown;
}

/** Options of {@link createSamlSignIn}. */
export interface SamlSignInOptions {
  service: SamlServiceOptions;
  roles: RoleRules;
  policy: AdmissionPolicy;
}

/** Dependencies of {@link createSamlSignIn}. */
export interface SamlSignInDependencies {
  admission: AdmissionDependencies;
  pendingSignIns: Pick<PendingSignInRepository, 'useAssertion'>;
}

/** Reads the certificates and the schemas. Opens nothing. */
export function createSamlSignIn(
  { admission, pendingSignIns }: SamlSignInDependencies,
  { service, roles, policy }: SamlSignInOptions,
): SamlSignIn {
  const { metadata, request, accept } = createSamlService(service);
  return {
    metadata,
    request,
    signIn: async (response, requestId) => {
      try {
        const nowMs = Date.now();
        const assertion = accept(response, requestId, nowMs);
        const name = JSON.stringify(['saml', assertion.issuer, assertion.id]);
        const isFirst = await pendingSignIns.useAssertion(name, assertion.refusedAfterMs - nowMs);
        if (!isFirst) throw new SamlRefusal('the assertion was already used');
        const user = await admit(admission, profileOf(assertion, roles), policy);
        return typeof user === 'string' ? { code: user } : user;
      } catch (error) {
        if (error instanceof SamlRefusal) return { code: error.code, cause: error };
        throw error;
      }
    },
  };
}
