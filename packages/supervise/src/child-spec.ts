import type { BackOffOptions } from './back-off.js';

/** The exit code of a child that another start may help (EX_TEMPFAIL of sysexits.h). */
export const tryAgainCode = 75;

/** A Node program that is kept running. It says `process.send({ type: 'ready' })`. */
export interface ChildSpec {
  /** Short, for messages and file names. */
  name: string;
  /** Absolute path of the module to run. */
  entry: string;
  args?: string[];
  /** Ours unless given. */
  env?: NodeJS.ProcessEnv;
  /** Options for node itself. */
  execArgv?: string[];
  /**
   * `shown`: into a log file; warnings and errors also go to the terminal. `file`: straight into the
   * file. `passed`: where our own output goes.
   */
  output: 'shown' | 'file' | 'passed';
  /** Whether whatever the child started is killed when the child ends. Needs a group of its own. */
  ownsGroup: boolean;
  /**
   * Whether the child stays in our process group: who kills the group then kills the child too, and
   * what a terminal sends to the group also reaches the child.
   */
  sharesGroup?: boolean;
  /** From SIGTERM to SIGKILL, in milliseconds. */
  graceMs: number;
  /**
   * Milliseconds without a message `{ type: 'alive' }` after which the child hangs and is killed; counted from
   * the first such message. Absent = it is not watched.
   */
  silentMs?: number;
  /** Called before each start, for what belongs to one run alone. */
  begin?: () => ChildRun;
}

/** One run of a child. */
export interface ChildRun {
  /** Follow those of the {@link ChildSpec}. */
  args: string[];
  /** Called once, when the process is gone. */
  ended(end: ChildEnd): void;
}

/** How a child ended: one of code and signal is not null. */
export interface ChildEnd {
  code: number | null;
  signal: string | null;
  /** Whether it was killed because it had been silent for {@link ChildSpec.silentMs}. */
  isHung: boolean;
  /** The end of what it wrote to standard error, where the output is `passed`; else empty. */
  lastWords: string;
}

/** What a supervisor needs of its surroundings. */
export interface SuperviseOptions {
  /** For every output but `passed`. */
  logFolder?: string;
  /** Where running children are noted for the next launcher; absent = nowhere. */
  recordFolder?: string;
  /** Shows a person one line. */
  show: (line: string) => void;
  backOff?: BackOffOptions;
}

/** A child that is kept running. */
export interface Supervised {
  readonly name: string;
  /**
   * Resolves when the child is ready for the first time, with the address it listens on if any.
   * Rejects with a StartFailure when it ends by itself before that, unless with {@link tryAgainCode}: a
   * wrong setting does not become right by trying again.
   */
  readonly firstReady: Promise<string | undefined>;
  /** Ends the child and starts it again, without back-off; resolves when it is ready or has failed. */
  restart(): Promise<void>;
  /** Ends the child for good; may be called twice. */
  stop(): Promise<void>;
  /** Ends the child for good, now; `stop` afterwards waits until it is gone. */
  kill(): void;
}
