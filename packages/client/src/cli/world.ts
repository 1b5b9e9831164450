import type { Client } from '../client.js';
import type { Arguments } from './arguments.js';
import type { Output } from './output.js';
import type { Progress } from './progress.js';

/** The dependencies of every command. */
export interface CommandWorld {
  client: Client;
  words: readonly string[];
  values: Arguments['values'];
  output: Output;
  progress: Progress;
  /** Writes a line to standard error unless `--quiet` is set. */
  tell(line: string): void;
  /** Aborted by Ctrl-C or when the output is closed. */
  signal: AbortSignal;
  isTerminal: boolean;
}
