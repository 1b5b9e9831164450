import { formats, isFormat } from './formats/formats.js';
import type { CreateFormat } from './formats/format.js';
import { UsageError } from './usage.js';
import type { CommandWorld } from './world.js';

/** The format of the command line; else a table for people and csv for programs. */
export function chosenFormat({
  values: { format },
  isTerminal,
}: Pick<CommandWorld, 'values' | 'isTerminal'>): CreateFormat {
  const name = format ?? (isTerminal ? 'table' : 'csv');
  if (isFormat(name)) return formats[name];
  throw new UsageError(`No such format: ${name}. There are ${Object.keys(formats).join(', ')}`);
}
