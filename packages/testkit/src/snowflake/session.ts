import { randomUUID } from 'node:crypto';

/** The state of a session: temporary tables and a transaction, as far as tests need them. */
export class SnowflakeSessionState {
  /** Beyond 2^53, like many ids of the real server. */
  readonly id = `92233720368${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  sessionToken = '';
  masterToken = '';
  /** Expired tokens. */
  readonly expired = new Set<string>();
  /** Rows of the temporary tables by name. */
  private tables = new Map<string, number>();
  private before: Map<string, number> | null = null;
  ended = false;

  constructor() {
    this.renew();
  }

  /** Replaces the session's tokens, including the one that renews them. */
  renew(): void {
    if (this.masterToken !== '') this.expired.add(this.masterToken);
    this.masterToken = `master-${randomUUID()}`;
    this.sessionToken = `session-${randomUUID()}`;
  }

  /** Expires the token in use. */
  expire(): void {
    this.expired.add(this.sessionToken);
  }

  create(table: string): void {
    this.tables.set(table, 0);
  }

  /** Null if the table does not exist. */
  count(table: string): number | null {
    return this.tables.get(table) ?? null;
  }

  add(table: string, count: number): void {
    this.tables.set(table, (this.tables.get(table) ?? 0) + count);
  }

  begin(): void {
    this.before ??= new Map(this.tables);
  }

  end(keep: boolean): void {
    if (!keep && this.before) this.tables = this.before;
    this.before = null;
  }
}
