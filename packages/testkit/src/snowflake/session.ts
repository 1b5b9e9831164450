import { randomUUID } from 'node:crypto';

/** What a session keeps: temporary tables and a transaction, as far as the tests need them. */
export class SnowflakeSessionState {
  readonly id = String(Math.floor(Math.random() * 1e15));
  sessionToken = '';
  masterToken = '';
  /** Tokens that were good once. */
  readonly expired = new Set<string>();
  /** Rows of the temporary tables by name. */
  private tables = new Map<string, number>();
  private before: Map<string, number> | null = null;
  ended = false;

  constructor() {
    this.renew();
  }

  /** Gives the session other tokens; the one that renews them holds no longer either. */
  renew(): void {
    if (this.masterToken !== '') this.expired.add(this.masterToken);
    this.masterToken = `master-${randomUUID()}`;
    this.sessionToken = `session-${randomUUID()}`;
  }

  /** The token that is in use holds no longer. */
  expire(): void {
    this.expired.add(this.sessionToken);
  }

  create(table: string): void {
    this.tables.set(table, 0);
  }

  /** Null when there is no such table. */
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
