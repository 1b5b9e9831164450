import type { CredentialRepository, ValidCredentials } from '@sluice/database';
import type { Credential, Principal } from '../identity/principal/index.js';
import type { ResultAccess } from './result-access.js';

/** Looks after the credentials of requests that last. */
export interface CredentialWatch {
  /**
   * Calls `onEnd` once, about a second after the credential has ended, or the access to the results of
   * `connectionId` when that is given.
   *
   * @returns what ends the watching; may be called twice.
   */
  open(
    principal: Pick<Principal, 'id' | 'role'>,
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
  /** A failed look; the next one is an interval later. */
  onError(error: unknown): void;
  intervalMs?: number | undefined;
}

interface Watched {
  principal: Pick<Principal, 'id' | 'role'>;
  credential: Credential | null;
  connectionId: string | undefined;
  onEnd(): void;
}

/**
 * One query for all once per interval. A role counts as part of the credential: who is an admin no longer
 * must not go on reading as one.
 */
export function createCredentialWatch({
  credentials,
  access,
  onError,
  intervalMs = 1_000,
}: CredentialWatchOptions): CredentialWatch {
  const watched = new Set<Watched>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    const now = [...watched];
    const [living, lost]: [ValidCredentials, ReadonlySet<Watched>] = await Promise.all([
      credentials.read(
        [...new Set(now.map(({ principal }) => principal.id))],
        now.flatMap(({ credential }) => credential?.sessionIdHash ?? []),
      ),
      access.lost(now.filter(readsResults)),
    ]);
    for (const each of now) {
      if (holds(each, living) && !lost.has(each)) continue;
      if (watched.delete(each)) each.onEnd();
    }
  };
  const timer = setInterval(() => {
    if (watched.size === 0 || isLooking) return;
    isLooking = true;
    look()
      .catch(onError)
      .finally(() => {
        isLooking = false;
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

function holds({ principal, credential }: Watched, living: ValidCredentials): boolean {
  const { sessionIdHash, passwordHash } = credential ?? {};
  const found = living.principals.get(principal.id);
  return (
    found?.role === principal.role &&
    (passwordHash === undefined || found.passwordHash === passwordHash) &&
    (sessionIdHash === undefined || living.sessions.has(sessionIdHash))
  );
}
