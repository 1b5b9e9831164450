import type { BackOffOptions } from './back-off.js';

/** Exit code of a child that asks to be restarted (EX_TEMPFAIL of sysexits.h). */
export const tryAgainCode = 75;

/** A Node program to keep running. It calls `process.send({ type: 'ready' })` when it is ready. */
export interface ChildSpec {
  /** A short name for messages and file names. */
  name: string;
  /** Absolute path of the module to run. */
  entry: string;
  args?: string[];
  /** Default: the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** Options of node, after those of `leanNode`. */
  execArgv?: string[];
  /**
   * `shown`: a log file; warnings and errors also go to the terminal. `file`: a log file only. `passed`: the
   * output of this process.
   */
  output: 'shown' | 'file' | 'passed';
  /**
   * Whether all processes that the child started are killed when it ends. Needs its own process group.
   */
  ownsGroup: boolean;
  /**
   * Whether the child stays in the process group of this process, so that a signal to the group, such as one
   * from the terminal, also reaches the child.
   */
  sharesGroup?: boolean;
  /** Milliseconds between SIGTERM and SIGKILL. */
  graceMs: number;
  /**
   * Milliseconds without a message `{ type: 'alive' }` after which the child counts as hung and is killed,
   * starting with the first such message. Absent: no check.
   */
  silentMs?: number;
  /** Called before each start; returns what belongs to that run only. */
  begin?: () => ChildRun;
}

/** One run of a child. */
export interface ChildRun {
  /** Appended to the arguments of the {@link ChildSpec}. */
  args: string[];
  /** Called once when the process has ended. */
  ended(end: ChildEnd): void;
}

/** How a child ended; either code or signal is not null. */
export interface ChildEnd {
  code: number | null;
  signal: string | null;
  /** Whether it was killed because it was silent for {@link ChildSpec.silentMs}. */
  isHung: boolean;
  /** The end of its standard error if the output is `passed`; otherwise empty. */
  lastWords: string;
}

/** Options of {@link supervise}. */
export interface SuperviseOptions {
  /** Required for every output except `passed`. */
  logFolder?: string;
  /** Folder in which running children are recorded for the next launcher; absent: not recorded. */
  recordFolder?: string;
  /** Shows one line to the user. */
  show: (line: string) => void;
  backOff?: BackOffOptions;
}

/** A supervised child. */
export interface Supervised {
  readonly name: string;
  /**
   * Resolves when the child is ready for the first time, with the address that it listens on, if any. Rejects
   * with a StartFailure when it ends before that, except with {@link tryAgainCode}: a retry does not fix a
   * wrong setting.
   */
  readonly firstReady: Promise<string | undefined>;
  /**
   * Ends the child and starts it again without a delay; resolves when it is ready or has failed.
   */
  restart(): Promise<void>;
  /** Ends the child and does not restart it. May be called twice. */
  stop(): Promise<void>;
  /** Kills the child and does not restart it; `stop` then waits until it has ended. */
  kill(): void;
}
