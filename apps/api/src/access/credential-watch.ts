import type { CredentialRepository, ValidCredentials } from '@sluice/database';
import { userRoleOf, type Credential, type Principal } from '../identity/principal/index.js';
import type { ResultAccess } from './result-access.js';

/** Watches the credentials of long requests. */
export interface CredentialWatch {
  /**
   * Calls `onEnd` once, about a second after the credential ends or, if `connectionId` is given,
   * after the access to its results is lost.
   *
   * @returns a function that stops watching; may be called twice
   */
  open(
    principal: Pick<Principal, 'id' | 'role' | 'token'>,
    credential: Credential | null,
    onEnd: () => void,
    connectionId?: string,
  ): () => void;
  close(): void;
}

/** Options of {@link createCredentialWatch}. */
export interface CredentialWatchOptions {
  credentials: CredentialRepository;
  access: Pick<ResultAccess, 'lost'>;
  /** Receives a failed check. The check is repeated after the interval. */
  onError(error: unknown): void;
  intervalMs?: number | undefined;
}

interface Watched {
  principal: Pick<Principal, 'id' | 'role' | 'token'>;
  credential: Credential | null;
  connectionId: string | undefined;
  onEnd(): void;
}

/**
 * Checks all watched credentials with one query per interval. The role is part of the credential: a
 * demoted admin must not continue to read as an admin.
 */
export function createCredentialWatch({
  credentials,
  access,
  onError,
  intervalMs = 1_000,
}: CredentialWatchOptions): CredentialWatch {
  const watched = new Set<Watched>();
  let isChecking = false;

  const check = async (): Promise<void> => {
    const now = [...watched];
    const [living, lost]: [ValidCredentials, ReadonlySet<Watched>] = await Promise.all([
      credentials.read({
        principalIds: [...new Set(now.map(({ principal }) => principal.id))],
        sessionIdHashes: now.flatMap(({ credential }) => credential?.sessionIdHash ?? []),
        tokenIds: now.flatMap(({ credential }) => credential?.tokenId ?? []),
      }),
      access.lost(now.filter(readsResults)),
    ]);
    for (const each of now) {
      if (isValid(each, living) && !lost.has(each)) continue;
      if (watched.delete(each)) each.onEnd();
    }
  };
  const timer = setInterval(() => {
    if (watched.size === 0 || isChecking) return;
    isChecking = true;
    check()
      .catch(onError)
      .finally(() => {
        isChecking = false;
      });
  }, intervalMs).unref();

  return {
    open: (principal, credential, onEnd, connectionId) => {
      const own = { principal, credential, connectionId, onEnd };
      watched.add(own);
      return () => void watched.delete(own);
    },
    close: () => clearInterval(timer),
  };
}

const readsResults = (each: Watched): each is Watched & { connectionId: string } =>
  each.connectionId !== undefined;

function isValid({ principal, credential }: Watched, living: ValidCredentials): boolean {
  const { sessionIdHash, passwordHash, tokenId } = credential ?? {};
  const found = living.principals.get(principal.id);
  return (
    found?.role === userRoleOf(principal) &&
    (passwordHash === undefined || found.passwordHash === passwordHash) &&
    (sessionIdHash === undefined || living.sessions.has(sessionIdHash)) &&
    (tokenId === undefined || living.tokens.has(tokenId))
  );
}
