import type { SignInOptions } from '@sluice/driver-kit/connect/establish';
import { lostError } from '@sluice/driver-kit/errors';
import type { Opened } from './connect.js';
import { ServerError } from './errors.js';
import { exchange } from './exchange.js';
import { serverSql, type Identity } from './handle.js';
import { isListed } from './processlist.js';
import { start } from './startup.js';
import type { Settings } from './settings.js';

/** Timeout in milliseconds of a request without a response. */
const REQUEST_MS = 5_000;

/** A session to stop and the text that it runs. */
export interface KillTarget extends Pick<Opened, 'identity' | 'isMariaDb' | 'targets'> {
  sql: string;
}

/**
 * `unconfirmed`: nothing was stopped, because the thread id may be another session's. `unsent`: the server could not be
 * asked, or the request was withdrawn.
 */
export type KillOutcome = 'sent' | 'unconfirmed' | 'unsent';

/**
 * Ends the running statement (`query`) or the session (`connection`) from a new session. Once this resolves, no
 * later statement can be affected. Never rejects; `withdrawn` drops a request that has not been sent.
 */
export async function kill(
  what: 'query' | 'connection',
  { identity, isMariaDb, targets, sql }: KillTarget,
  settings: Settings,
  options: Omit<SignInOptions, 'signal'>,
  withdrawn: AbortSignal,
): Promise<KillOutcome> {
  if (identity === null) return 'unconfirmed';
  const limit = AbortSignal.timeout(REQUEST_MS);
  const signal = AbortSignal.any([withdrawn, limit]);
  try {
    const started = await start({ ...settings, database: '' }, { ...options, targets, signal });
    const { socket } = started;
    limit.addEventListener('abort', () => {
      socket.destroy(lostError());
    });
    try {
      // Behind a proxy, the session may belong to another client by now.
      const isOurs =
        identity.isDirect || (await isListed(started, identity.threadId, sql)) === true;
      if (withdrawn.aborted) return 'unsent';
      if (!isOurs) return 'unconfirmed';
      await exchange(socket, killSql(what, identity, isMariaDb));
      return 'sent';
    } finally {
      await socket.closeGracefully();
    }
  } catch (error) {
    // The next escalation step handles a request that could not be sent.
    return error instanceof ServerError ? 'unconfirmed' : 'unsent';
  }
}

/**
 * Returns a KILL that stops nothing on another server, where the number belongs to another session: the server that
 * executes the statement compares its identity. ProxySQL replaces `KILL <number>` by the end of one of its client sessions;
 * that it forwards a condition is assumed.
 */
export const killSql = (
  what: 'query' | 'connection',
  { threadId, server }: Pick<Identity, 'threadId' | 'server'>,
  isMariaDb: boolean,
): string => `KILL ${what} IF(${serverSql(isMariaDb)} = '${server}', ${threadId}, 0)`;
