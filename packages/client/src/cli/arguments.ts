import { parseArgs } from 'node:util';
import { UsageError } from './usage.js';

const options = {
  url: { type: 'string' },
  email: { type: 'string' },
  connection: { type: 'string', short: 'c' },
  file: { type: 'string', short: 'f' },
  format: { type: 'string' },
  name: { type: 'string' },
  limit: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** What stands on the command line. */
export interface Arguments {
  /** What is no option; the command first. */
  words: string[];
  values: {
    [Name in keyof typeof options]?: (typeof options)[Name]['type'] extends 'string'
      ? string
      : boolean;
  };
}

/** @throws UsageError for options that are unknown or lack their value */
export function readArguments(args: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { words: positionals, values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
