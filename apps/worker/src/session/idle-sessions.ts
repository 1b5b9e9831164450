import { createHash } from 'node:crypto';
import type { ConnectionConfig, DriverConnection } from '@sluice/driver-kit';

/** The owner of a session. Only a batch with an equal owner may reuse it. */
export interface SessionOwner {
  driver: string;
  /** Rendered for the user. */
  config: ConnectionConfig;
  readOnly: boolean;
  /** The timeout that the database was given; null if none. */
  statementTimeoutMs: number | null;
  userId: string;
}

/**
 * Keeps sessions open between two batches of one owner. Connecting takes most of the time of a small batch,
 * and a user often runs the next batch soon. docs/decisions/0007-reuse-of-idle-sessions.md says what may be reused.
 */
export interface IdleSessions {
  /** Returns a session that was reset; undefined when there is none. */
  acquire(owner: SessionOwner): DriverConnection | undefined;
  /**
   * Takes a session back after a batch. A session that only read is reset and kept briefly. Any other is
   * closed together with the idle sessions of its owner, so that they do not miss what it changed.
   */
  release(owner: SessionOwner, session: DriverConnection, onlyRead: boolean): Promise<void>;
  /** Closes the idle sessions and, from now on, each one that is released. */
  close(): Promise<void>;
}

/** Options of {@link createIdleSessions}. */
export interface IdleSessionsOptions {
  /** Milliseconds that a session stays idle; it uses one of the database's connections. */
  keptMs?: number;
  /** Milliseconds after its opening that a session is reused, so that changed role settings take effect. */
  usableMs?: number;
  maxIdle?: number;
}

interface Idle {
  key: string;
  session: DriverConnection;
  timer: NodeJS.Timeout;
}

/** Creates an empty pool. */
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
    acquire: (owner) => {
      // The most recent one first, so that the others can expire.
      for (const idle of of(keyOf(owner)).reverse()) {
        const session = remove(idle);
        if (!session.closed) return session;
      }
      return undefined;
    },
    release: async (owner, session, onlyRead) => {
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

// A hash, so that the keys hold no secrets.
const keyOf = ({ driver, config, readOnly, userId, statementTimeoutMs }: SessionOwner): string =>
  createHash('sha256')
    .update(JSON.stringify([driver, config, readOnly, userId, statementTimeoutMs]))
    .digest('base64');
