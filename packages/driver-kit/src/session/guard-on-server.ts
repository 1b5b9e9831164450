import type { DriverConnection, RunOptions, StatementRun } from '../contract/driver.js';
import { GuardedConnection } from './guard.js';
import { reportedHandover } from './reported.js';
import type { ServerSession } from './session.js';
import { STEP_MS } from './stop.js';

/** Wraps a session whose statements live on the server, so that another process can adopt them. */
export function guardedOnServer(
  session: ServerSession,
  stepMs: number = STEP_MS,
): Required<DriverConnection> {
  return new ServerConnection(session, stepMs);
}

class ServerConnection extends GuardedConnection {
  constructor(
    protected override readonly session: ServerSession,
    stepMs: number,
  ) {
    super(session, stepMs);
  }

  async adopt(executionId: string, options: Omit<RunOptions, 'tag'>): Promise<StatementRun> {
    // An earlier abort is no reason to refuse: the statement was sent long ago.
    this.refuseUnlessFree();
    const onHandover = reportedHandover(options.onHandover);
    return this.start(options, () => this.session.adopt(executionId, { ...options, onHandover }));
  }

  detach(): Promise<void> {
    this.ending ??= this.detachSession();
    return this.ending;
  }

  private async detachSession(): Promise<void> {
    this.running?.disarm();
    await this.session.detach();
  }
}
