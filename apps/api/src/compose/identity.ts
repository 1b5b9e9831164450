import {
  createBatchRepository,
  createIdentityRepository,
  createPendingSignInRepository,
  createSignInFailureRepository,
  type PendingSignInRepository,
  type UserRow,
} from '@sluice/database';
import type { FastifyBaseLogger } from 'fastify';
import { hasExternalMethods, type AdmissionDependencies } from '../identity/admission/index.js';
import { createBasicCredentials, type BasicCredentials } from '../identity/basic/index.js';
import {
  checkPassword,
  createPasswordSignIn,
  createSignInAttempts,
  type Credentials,
  type SignUpDependencies,
} from '../identity/local/index.js';
import { createPasswordLinks, createPasswordPolicy } from '../identity/passwords/index.js';
import {
  createPersonalTokenCredentials,
  type PersonalTokenCredentials,
  type PersonalTokenDependencies,
} from '../identity/personal-tokens/index.js';
import { createAuthProxy, type AuthProxy } from '../identity/proxy/index.js';
import { sessionLifetimesOf, type SessionDependencies } from '../identity/session/index.js';
import {
  createServiceTokenCredentials,
  createTokenSigner,
  type ServiceTokenCredentials,
  type ServiceTokenDependencies,
} from '../identity/tokens/index.js';
import type { UserDependencies } from '../identity/users/index.js';
import type { AppDependencies } from './dependencies.js';
import type { SharedServices } from './shared-services.js';

/** Dependencies of the identity routes and of authentication. */
export interface IdentityServices {
  userChanges: UserDependencies;
  sessionList: SessionDependencies;
  signUp: SignUpDependencies;
  serviceTokens: ServiceTokenDependencies;
  /** Null: no signing secret is configured. */
  serviceTokenCredentials: ServiceTokenCredentials | null;
  personalTokenManagement: PersonalTokenDependencies;
  personalTokenCredentials: PersonalTokenCredentials;
  admission: AdmissionDependencies;
  pendingSignIns: PendingSignInRepository;
  basicCredentials: BasicCredentials;
  /** Checks the password of a local user or, if LDAP is enabled, of an LDAP user. */
  checkPassword(credentials: Credentials): Promise<UserRow | null>;
  /** Null: the auth proxy is disabled. */
  authProxy: AuthProxy | null;
}

/** Creates the services of identity. */
export function createIdentityServices(
  { settings, database, passwords }: AppDependencies,
  shared: SharedServices,
  log: FastifyBaseLogger,
): IdentityServices {
  const { users, userCache, sessions, tokens, tokenCache, revocations, audit, tenants } = shared;
  const attempts = createSignInAttempts(createSignInFailureRepository(database));
  const local = { users, passwords, attempts };
  const checkLocalPassword = (credentials: Credentials) => checkPassword(local, credentials);
  const admission = { users, sessions, identities: createIdentityRepository(database) };
  const tokenSecret = settings.SERVICE_SERVICE_TOKEN_SECRET;
  const signer = tokenSecret === undefined ? null : createTokenSigner(tokenSecret);
  const isEmailManagedExternally = hasExternalMethods(settings);
  const publicUrl = settings.PUBLIC_URL;
  const accounts = {
    users,
    sessions,
    passwords,
    passwordPolicy: createPasswordPolicy(
      publicUrl === undefined ? undefined : new URL(publicUrl).hostname,
    ),
    links: createPasswordLinks(settings.SERVICE_PASSPHRASE),
    audit,
    adminEmail: settings.SERVICE_ADMIN,
  };
  return {
    userChanges: {
      ...accounts,
      revocations,
      checkPassword: checkLocalPassword,
      isLocalAuthDisabled: settings.SERVICE_USERPASS_AUTH_DISABLED,
      isEmailManagedExternally,
      tenants,
    },
    sessionList: { sessions, users, audit, lifetimes: sessionLifetimesOf(settings) },
    signUp: {
      ...accounts,
      attempts,
      allowedDomains: isEmailManagedExternally ? [] : settings.SERVICE_ALLOWED_DOMAINS,
    },
    serviceTokens: { tokens, signer, revocations, audit },
    serviceTokenCredentials: signer && createServiceTokenCredentials(signer, tokenCache),
    personalTokenManagement: {
      tokens: shared.personalTokens,
      connections: shared.connections,
      batches: createBatchRepository(database),
      audit,
    },
    personalTokenCredentials: createPersonalTokenCredentials({
      rows: shared.personalTokenCache,
      users: userCache,
      uses: shared.tokenUses,
    }),
    admission,
    pendingSignIns: createPendingSignInRepository(database),
    basicCredentials: createBasicCredentials({
      checkPassword: checkLocalPassword,
      users: userCache,
    }),
    checkPassword: createPasswordSignIn({ settings, local, admission, log }),
    authProxy: createAuthProxy(settings, { admission, users: userCache, log }),
  };
}
