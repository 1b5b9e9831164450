import { createHash } from 'node:crypto';
import type { ConnectionConfig, DriverConnection } from '@sluice/driver-kit';

/** For whom a session is: only a batch that names all the same may have it. */
export interface SessionOwner {
  driver: string;
  /** Rendered for the user. */
  config: ConnectionConfig;
  readOnly: boolean;
  /** What the database was told; null = none. */
  statementTimeoutMs: number | null;
  userId: string;
}

/**
 * Sessions between two batches of one owner. Connecting takes most of the time of a small batch, and
 * whoever has just run one often runs the next. See docs/decisions/0007-reuse-of-idle-sessions.md for what
 * may be used again.
 */
export interface IdleSessions {
  /** A session as good as new; undefined when there is none. */
  take(owner: SessionOwner): DriverConnection | undefined;
  /**
   * Takes a session back after a batch. One that only read is reset and kept for a moment; any other
   * is closed, with all that wait for its owner, so that they do not miss what it changed.
   */
  giveBack(owner: SessionOwner, session: DriverConnection, onlyRead: boolean): Promise<void>;
  /** Ends those that wait and, from now on, those that come back. */
  close(): Promise<void>;
}

/** Options of {@link createIdleSessions}. */
export interface IdleSessionsOptions {
  /** How long a session waits: it takes one of the database's connections. */
  keptMs?: number;
  /** How long after its opening a session is used: later changes of a role's settings must count. */
  usableMs?: number;
  maxIdle?: number;
}

interface Idle {
  key: string;
  session: DriverConnection;
  timer: NodeJS.Timeout;
}

/** Makes an empty store. */
export function createIdleSessions({
  keptMs = 1_000,
  usableMs = 10_000,
  maxIdle = 32,
}: IdleSessionsOptions = {}): IdleSessions {
  const waiting = new Set<Idle>();
  const firstSeenMs = new WeakMap<DriverConnection, number>();
  let isClosed = false;

  const remove = (idle: Idle): DriverConnection => {
    clearTimeout(idle.timer);
    waiting.delete(idle);
    return idle.session;
  };

  const of = (key: string): Idle[] => [...waiting].filter((idle) => idle.key === key);

  const isUsable = (session: DriverConnection): boolean => {
    const nowMs = performance.now();
    const seenMs = firstSeenMs.get(session) ?? nowMs;
    firstSeenMs.set(session, seenMs);
    return !isClosed && !session.closed && waiting.size < maxIdle && nowMs - seenMs < usableMs;
  };

  const keep = (key: string, session: DriverConnection): void => {
    const timer = setTimeout(() => void remove(idle).close(), keptMs);
    const idle: Idle = { key, session, timer: timer.unref() };
    waiting.add(idle);
  };

  return {
    take: (owner) => {
      // The one that came last: the others may end of old age.
      for (const idle of of(keyOf(owner)).reverse()) {
        const session = remove(idle);
        if (!session.closed) return session;
      }
      return undefined;
    },
    giveBack: async (owner, session, onlyRead) => {
      const key = keyOf(owner);
      if (!onlyRead) {
        await Promise.all([session, ...of(key).map(remove)].map((each) => each.close()));
        return;
      }
      if (isUsable(session) && (await session.reset()) && isUsable(session)) keep(key, session);
      else await session.close();
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...waiting].map((idle) => remove(idle).close()));
    },
  };
}

// A hash, so that the secrets inside are not kept as keys.
const keyOf = ({ driver, config, readOnly, userId, statementTimeoutMs }: SessionOwner): string =>
  createHash('sha256')
    .update(JSON.stringify([driver, config, readOnly, userId, statementTimeoutMs]))
    .digest('base64');
