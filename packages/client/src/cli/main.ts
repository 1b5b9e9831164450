#!/usr/bin/env node
import { createRequire } from 'node:module';
import { StatementFailure, ApiError } from '../errors.js';
import { readArguments, type Arguments } from './arguments.js';
import { cancelCommand } from './cancel-command.js';
import { endingOf, exitCodes } from './exit-codes.js';
import { helpText } from './help.js';
import { batchesCommand, connectionsCommand } from './list-commands.js';
import { createOutput } from './output.js';
import { createProgress } from './progress.js';
import { runCommand } from './run-command.js';
import { signIn } from './sign-in.js';
import { UsageError } from './usage.js';
import type { CommandWorld } from './world.js';

const commands: Readonly<Record<string, (world: CommandWorld) => Promise<void>>> = {
  run: runCommand,
  connections: connectionsCommand,
  batches: batchesCommand,
  cancel: cancelCommand,
};

const progress = createProgress(process.stderr);
const abortion = new AbortController();
const output = createOutput(process.stdout, (closed) => abortion.abort(closed));

process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

/** The first Ctrl-C cancels the batch and waits for the confirmation; the second exits at once. */
function interrupt(): void {
  if (abortion.signal.aborted) process.exit(exitCodes.interrupted.code);
  abortion.abort(new Error('Interrupted'));
}

async function main(args: readonly string[]): Promise<void> {
  const read = readArguments(args);
  const [command, ...words] = read.words;
  if (read.values.help === true) return output.write(helpText());
  if (read.values.version === true) return output.write(`${version()}\n`);
  if (command === undefined) throw new UsageError('Command missing; see sluice --help');
  const action = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (action === undefined) throw new UsageError(`Unknown command: ${command}; see sluice --help`);
  await action(await worldOf(read, words));
}

async function worldOf(read: Arguments, words: readonly string[]): Promise<CommandWorld> {
  const isQuiet = read.values.quiet === true;
  const silent = { show: () => undefined, say: () => undefined, clear: () => undefined };
  return {
    client: await signIn(read, process.env),
    words,
    values: read.values,
    output,
    progress: isQuiet ? silent : progress,
    tell: (line) => {
      if (!isQuiet) tell(line);
    },
    signal: abortion.signal,
    isTerminal: process.stdout.isTTY,
  };
}

const tell = (line: string): void => {
  progress.clear();
  process.stderr.write(`${line}\n`);
};

const version = (): string => {
  const manifest = createRequire(import.meta.url)('../../package.json') as { version: string };
  return manifest.version;
};

/** Describes an error for the user in one or two lines. */
function explain(error: unknown): string {
  if (error instanceof StatementFailure) {
    const { line, column, hint, detail, outcome } = error.error;
    const place = line === undefined ? '' : `, line ${line}, column ${column ?? 1}`;
    const more = [detail, hint].filter((text) => text !== undefined).map((text) => `\n  ${text}`);
    const where = `statement ${error.statement.sequence}${place}`;
    return `${error.message} (${where}; outcome: ${outcome})${more.join('')}`;
  }
  if (error instanceof ApiError) {
    const id = error.body.requestId === undefined ? '' : `, request ${error.body.requestId}`;
    return `${error.message} (${error.status}${error.code === undefined ? '' : ` ${error.code}`}${id})`;
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const ending = endingOf(error);
  progress.clear();
  if (ending !== 'output_closed') process.stderr.write(`sluice: ${explain(error)}\n`);
  process.exitCode = exitCodes[ending].code;
}
