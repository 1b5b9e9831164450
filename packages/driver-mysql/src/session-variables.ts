import { commandOf } from './command.js';

const characterSets = [
  'character_set_client',
  'character_set_connection',
  'character_set_results',
] as const;

/** System variables whose changes the server reports after each statement, if it can. */
export const trackedVariables = [...characterSets, 'sql_mode', 'time_zone'].join(',');

/** Makes UTF-8 the encoding of statements and results, which is the only one that the driver reads and writes. */
export const setUtf8 = 'SET NAMES utf8mb4';

/** Subsets of UTF-8: what the server sends in them is UTF-8. */
const utf8 = new Set(['utf8mb4', 'utf8mb3', 'utf8', 'ascii']);
const utc = new Set(['+00:00', '-00:00', 'UTC']);

/** First words of statements that change no settings of their session. */
const keepsSettings = new Set([
  ...['SELECT', 'WITH', 'TABLE', 'VALUES', 'SHOW', 'DESC', 'DESCRIBE', 'EXPLAIN'],
  ...['INSERT', 'UPDATE', 'DELETE', 'REPLACE', 'LOAD'],
  ...[
    'CREATE',
    'ALTER',
    'DROP',
    'RENAME',
    'TRUNCATE',
    'LOCK',
    'UNLOCK',
    'START',
    'COMMIT',
    'ROLLBACK',
  ],
]);

/** Returns whether the statement can change settings of its session. */
export const mayChangeSession = (sql: string): boolean =>
  !keepsSettings.has(commandOf(sql)?.split(' ')[0] ?? '');

/** System variables of a session as its server reported them. MySQL before 5.7 and some proxies report none. */
export class SessionVariables {
  private readonly values = new Map<string, string>();
  /** A statement may have changed a variable without a report, so that the next one has to set it again. */
  private isUnsure = false;

  /** Whether the server reports changes: it reported those of the set-up. */
  get isTracked(): boolean {
    return this.values.has('character_set_client');
  }

  /** Whether texts are sent and read as utf8mb4. */
  get isUtf8mb4(): boolean {
    if (this.isUnsure) return false;
    return !this.isTracked || characterSets.every((name) => this.values.get(name) === 'utf8mb4');
  }

  /** The first character set that cannot hold or deliver every text; undefined if there is none. */
  get foreignCharacterSet(): string | undefined {
    return characterSets
      .map((name) => this.values.get(name))
      .find((value) => value !== undefined && !utf8.has(value));
  }

  /** Whether values of type timestamp are in UTC. */
  get isUtc(): boolean {
    const zone = this.values.get('time_zone');
    return zone === undefined || utc.has(zone);
  }

  /** Whether text in double quotes is a name, in which a backslash escapes nothing. */
  get hasAnsiQuotes(): boolean {
    return this.values.get('sql_mode')?.split(',').includes('ANSI_QUOTES') === true;
  }

  /** Takes over reported changes. */
  apply(changes: Iterable<readonly [name: string, value: string]>): void {
    for (const [name, value] of changes) this.values.set(name, value);
  }

  /** A statement has ended that may have changed variables; `isReported` if the server had the chance to say so. */
  mayHaveChanged(isReported: boolean): void {
    if (!isReported || !this.isTracked) this.isUnsure = true;
  }

  /** {@link setUtf8} was executed. */
  isReset(): void {
    this.isUnsure = false;
  }
}
