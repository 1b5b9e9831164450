import type { Client } from '../client.js';
import type { Arguments } from './arguments.js';
import type { Output } from './output.js';
import type { Progress } from './progress.js';

/** What every command works with. */
export interface CommandWorld {
  client: Client;
  words: readonly string[];
  values: Arguments['values'];
  output: Output;
  progress: Progress;
  /** Writes a line to standard error, unless told to be quiet. */
  tell(line: string): void;
  /** Aborted by Ctrl-C, or when nobody reads the output any more. */
  signal: AbortSignal;
  isTerminal: boolean;
}
