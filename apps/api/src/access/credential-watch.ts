import type { CredentialRepository, ShareGrant, ValidCredentials } from '@sluice/database';
import { userRoleOf, type Credential, type Principal } from '../identity/principal/index.js';
import type { SharedReads } from '../shares/index.js';
import { createIntervalWatch } from './interval-watch.js';
import { resultReader, type ResultAccess } from './result-access.js';

/** Watches the credentials of long requests. */
export interface CredentialWatch {
  /**
   * Calls `onEnd` once, about a second after the credential, the access to the results or the
   * share ends.
   *
   * @returns a function that stops watching; may be called twice
   */
  open(
    principal: Pick<Principal, 'id' | 'role' | 'token'>,
    credential: Credential | null,
    onEnd: () => void,
    reading?: WatchedReading,
  ): () => void;
  close(): void;
}

/** The contents of a long response, as far as access depends on them. */
export interface WatchedReading {
  /** The connection of its results; absent: it contains none. */
  connectionId?: string;
  /** The share by which the principal reads; null for the owner and admins. */
  share: ShareGrant | null;
}

/** Options of {@link createCredentialWatch}. */
export interface CredentialWatchOptions {
  credentials: CredentialRepository;
  access: Pick<ResultAccess, 'lost'>;
  shares: Pick<SharedReads, 'ended'>;
  /** Receives a failed check. The check is repeated after the interval. */
  onError(error: unknown): void;
  intervalMs?: number | undefined;
}

interface Watched {
  principal: Pick<Principal, 'id' | 'role' | 'token'>;
  credential: Credential | null;
  reading: WatchedReading | undefined;
  onEnd(): void;
}

/**
 * Checks all watched credentials with one query per interval. The role is part of the credential: a
 * demoted admin must not continue to read as an admin.
 */
export function createCredentialWatch({
  credentials,
  access,
  shares,
  onError,
  intervalMs = 1_000,
}: CredentialWatchOptions): CredentialWatch {
  const watch = createIntervalWatch<Watched>({
    findEnded: async (now) => {
      const [living, lost, unshared] = await Promise.all([
        credentials.read({
          principalIds: [...new Set(now.map(({ principal }) => principal.id))],
          sessionIdHashes: now.flatMap(({ credential }) => credential?.sessionIdHash ?? []),
          tokenIds: now.flatMap(({ credential }) => credential?.tokenId ?? []),
        }),
        access.lost(now.flatMap(readersOfResults)),
        shares.ended(now.flatMap(readersOfShares)),
      ]);
      const ended = new Set([...lost, ...unshared].map(({ watched }) => watched));
      for (const each of now) if (!isValid(each, living)) ended.add(each);
      return ended;
    },
    onError,
    intervalMs,
  });
  return {
    open: (principal, credential, onEnd, reading) =>
      watch.open({ principal, credential, reading, onEnd }),
    close: () => watch.close(),
  };
}

const readersOfResults = (watched: Watched) => {
  const { principal, reading } = watched;
  return reading?.connectionId === undefined
    ? []
    : [{ ...resultReader(principal, reading.connectionId, reading.share), watched }];
};

const readersOfShares = (watched: Watched) => {
  const { principal, reading } = watched;
  return reading?.share ? [{ principal, batchId: reading.share.batchId, watched }] : [];
};

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
