import type { DriverConnection, RunOptions, StatementRun } from '../contract/driver.js';
import { GuardedConnection } from './guard.js';
import type { ServerSession } from './session.js';
import { STEP_MS } from './stop.js';

/** A connection of a session whose statements live on the server: they can be adopted and let go. */
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
    // A cancel that came before is one for a statement that was sent long ago.
    this.refuseUnlessFree();
    return this.start(options, () => this.session.adopt(executionId, options));
  }

  detach(): Promise<void> {
    this.ending ??= this.letGo();
    return this.ending;
  }

  private async letGo(): Promise<void> {
    this.running?.disarm();
    await this.session.detach();
  }
}
