import type { BackOffOptions } from './back-off.js';

/** A Node program that the launcher keeps running. It says `process.send({ type: 'ready' })`. */
export interface ChildSpec {
  /** Short, for messages and file names. */
  name: string;
  /** Absolute path of the module to run. */
  entry: string;
  args?: string[];
  env: NodeJS.ProcessEnv;
  /** Options for node itself. */
  execArgv?: string[];
  /** `shown`: warnings and errors also go to the terminal. `file`: straight into the file. */
  output: 'shown' | 'file';
  /** Whether whatever the child started is killed when the child ends. */
  ownsGroup: boolean;
  /** From SIGTERM to SIGKILL, in milliseconds. */
  graceMs: number;
}

/** What a supervisor needs of its surroundings. */
export interface SuperviseOptions {
  logFolder: string;
  /** Where running children are noted for the next launcher. */
  recordFolder: string;
  /** Shows a person one line. */
  show: (line: string) => void;
  backOff?: BackOffOptions;
}

/** A child that is kept running. */
export interface Supervised {
  readonly name: string;
  /**
   * Resolves when the child is ready for the first time, with the address it listens on if any.
   * Rejects with a StartFailure when it ends by itself before that: a wrong setting does not become
   * right by trying again.
   */
  readonly firstReady: Promise<string | undefined>;
  /** Ends the child and starts it again, without back-off; resolves when it is ready or has failed. */
  restart(): Promise<void>;
  /** Ends the child for good; may be called twice. */
  stop(): Promise<void>;
  /** Ends the child for good, now; `stop` afterwards waits until it is gone. */
  kill(): void;
}
