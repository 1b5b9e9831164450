import { formats, isFormat } from './formats/formats.js';
import type { CreateFormat } from './formats/format.js';
import { UsageError } from './usage.js';
import type { CommandWorld } from './world.js';

/** Returns the format of the command line; by default a table on a terminal and csv otherwise. */
export function chosenFormat({
  values: { format },
  isTerminal,
}: Pick<CommandWorld, 'values' | 'isTerminal'>): CreateFormat {
  const name = format ?? (isTerminal ? 'table' : 'csv');
  if (isFormat(name)) return formats[name];
  throw new UsageError(`Unknown format: ${name}. Available: ${Object.keys(formats).join(', ')}`);
}
