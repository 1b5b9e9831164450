import { parseArgs } from 'node:util';
import { UsageError } from './usage.js';

const options = {
  url: { type: 'string' },
  email: { type: 'string' },
  connection: { type: 'string', short: 'c' },
  query: { type: 'string' },
  file: { type: 'string', short: 'f' },
  format: { type: 'string' },
  name: { type: 'string' },
  param: { type: 'string', multiple: true },
  'max-age': { type: 'string' },
  limit: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** The parsed command line. */
export interface Arguments {
  /** Arguments that are not options; the command is the first. */
  words: string[];
  values: {
    [Name in keyof typeof options]?: (typeof options)[Name] extends { multiple: true }
      ? string[]
      : (typeof options)[Name]['type'] extends 'string'
        ? string
        : boolean;
  };
}

/** Parses the command line. @throws UsageError for unknown options and missing values */
export function readArguments(args: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { words: positionals, values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
