import type { DriverError } from '@sluice/driver-kit';
import { protocolError } from '@sluice/driver-kit/errors';
import { cutResultError } from './errors.js';
import { ExecuteWindow } from './execute-window.js';
import * as protocol from './protocol.js';
import type { PostgresSocket } from './postgres-socket.js';

/** Milliseconds without an answer to an Execute after which a description of its portal is requested. */
const HELD_MS = 100;

/**
 * Whether the server is CockroachDB, which ends a statement with an error if a suspended portal is described. Assumed: it
 * reports `crdb_version`.
 */
const hasOnePortal = (parameters: ReadonlyMap<string, string>): boolean =>
  parameters.has('crdb_version') || /cockroach/i.test(parameters.get('server_version') ?? '');

/** Limits that decide how the rows of a portal are requested; null = none. */
export interface PageLimits {
  maxRows: number | null;
  maxBytes: number | null;
}

/**
 * Requests the rows of the unnamed portal, in pages or all at once.
 *
 * A pooler may keep back the end of a page (pgpool-II 4.1 and later do after Flush), but it passes on the
 * description of a portal and what was sent before it. So a page that does not end is followed by a Describe, and so
 * are the later pages of the session. On a server that is only slow the Describe has no effect.
 */
export class PortalPages {
  private readonly window: ExecuteWindow;
  /** Row counts of the Executes whose end has not arrived; 0 = all. */
  private readonly open: number[] = [];
  private rowsOfPage = 0;
  private descriptions = 0;
  private isFirst = true;
  /** The statement completed where its portal should have been suspended. */
  private isCut = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly socket: PostgresSocket,
    { maxRows, maxBytes }: PageLimits,
  ) {
    // Parallel workers run only for a portal that is executed to its end at once.
    const isUnlimited = maxRows === null && maxBytes === null;
    this.window = new ExecuteWindow(
      maxRows === null ? null : maxRows + 1,
      isUnlimited || !socket.suspendsPortals,
    );
  }

  /** Records a received row of `bytes` bytes. */
  row(bytes: number): void {
    this.window.row(bytes);
    this.rowsOfPage++;
  }

  /** Returns the Execute of the first page. */
  first(): Buffer[] {
    return this.page();
  }

  /** Returns the message that runs a text in the simple query protocol: the server describes its columns again. */
  simple(sql: string): Buffer {
    this.descriptions++;
    return protocol.query(sql);
  }

  /** Requests another page, and two after the first one, so that the server need not wait for the next request. */
  next(): void {
    const messages = this.isFirst ? [...this.page(), ...this.page()] : this.page();
    this.isFirst = false;
    if (messages.length > 0) this.socket.send(...messages, protocol.flush);
  }

  /** A page has ended and its portal can be executed again. */
  suspended(): void {
    this.stopWaiting();
    this.open.shift();
    this.rowsOfPage = 0;
    if (this.open.length > 0) this.waitForEnd();
  }

  /** The statement has completed. */
  completed(): void {
    const [count = 0] = this.open;
    // A server that can suspend a portal does so after the requested number of rows, even if no row follows.
    this.isCut = count > 0 && count === this.rowsOfPage;
    this.stopWaiting();
  }

  /** Returns the error of a result that may lack rows; later statements of the session then read all rows at once. */
  lostRows(read: { truncatedBy: string | null } | null): DriverError | null {
    if (!this.isCut || read?.truncatedBy !== null) return null;
    this.socket.suspendsPortals = false;
    return cutResultError(this.socket.transactionStatus === protocol.TransactionStatus.idle);
  }

  /** Records a RowDescription that a Describe of this class has requested. @throws DriverError if none has */
  described(): void {
    if (this.descriptions === 0) throw protocolError('unexpected RowDescription');
    this.descriptions--;
  }

  /** No further answer is waited for. */
  stopWaiting(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private page(): Buffer[] {
    const count = this.window.next();
    if (count === null) return [];
    this.open.push(count);
    const execute = protocol.execute('', count);
    if (count === 0) return [execute];
    if (this.socket.holdsPages) return [execute, this.describe()];
    this.waitForEnd();
    return [execute];
  }

  private waitForEnd(): void {
    if (this.socket.holdsPages || hasOnePortal(this.socket.parameters)) return;
    this.timer ??= setTimeout(() => {
      this.socket.holdsPages = true;
      this.socket.send(this.describe(), protocol.flush);
    }, HELD_MS);
  }

  private describe(): Buffer {
    this.descriptions++;
    return protocol.describePortal('');
  }
}
