import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { StatementResult } from '../result.js';
import type { RunQueryOptions } from '../run-options.js';
import type { Run } from '../run.js';
import { chosenFormat } from './chosen-format.js';
import type { CreateFormat } from './formats/format.js';
import { readParameters } from './parameters.js';
import { UsageError } from './usage.js';
import type { CommandWorld } from './world.js';

/** `sluice run` */
export async function runCommand(world: CommandWorld): Promise<void> {
  const { values, progress, signal } = world;
  const createFormat = chosenFormat(world);
  const run = await submit(world, {
    ...readParameters(values.param ?? []),
    maxAgeSeconds: readMaxAge(values['max-age']),
    signal,
    onChange: (batch) => progress.show(batch),
  });
  const { reusedFromBatchId, stopTime } = await run.submitted();
  if (reusedFromBatchId !== null) world.tell(`rows of the run that ended at ${String(stopTime)}`);
  signal.addEventListener('abort', () => progress.say('cancelling'), { once: true });
  let isFirst = true;
  for await (const result of run) {
    progress.clear();
    if (result.statement.columns === null) {
      world.tell(affectedText(result));
      continue;
    }
    if (!isFirst) await world.output.write('\n');
    isFirst = false;
    await writeResult(world, result, createFormat);
  }
}

function readMaxAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text))
    throw new UsageError(`Invalid maximum age: ${text}. Use a number of seconds.`);
  return Number(text);
}

async function submit(world: CommandWorld, options: RunQueryOptions): Promise<Run> {
  const { client, words, values } = world;
  const { connection, name, query, file } = values;
  if (query !== undefined) {
    if (words.length > 0 || file !== undefined || name !== undefined)
      throw new UsageError('--query runs a saved query, so SQL, --file and --name cannot be used');
    return client.runQuery(query, { ...options, connection });
  }
  if (connection === undefined) throw new UsageError('Connection missing. Use -c <name or id>');
  return client.run(await readSql(world), { ...options, connection, name });
}

async function writeResult(
  { output, tell }: CommandWorld,
  result: StatementResult,
  createFormat: CreateFormat,
): Promise<void> {
  const format = createFormat(result.columns);
  await output.write(format.begin());
  for await (const { rows } of result.pages()) await output.write(format.page(rows));
  await output.write(format.end());
  const { sequence, incomplete, rowCount } = result.statement;
  if (incomplete === true) {
    tell(
      `Result of statement ${sequence} truncated to ${String(rowCount)} rows by the limit of ` +
        'the service',
    );
  }
}

function affectedText({ statement: { command, affectedRows } }: StatementResult): string {
  const rows = affectedRows === null ? '' : ` ${affectedRows}`;
  return `${command ?? 'done'}${rows}`;
}

/** Returns the SQL of the command line, of a file, or of standard input. */
async function readSql({ words, values: { file } }: CommandWorld): Promise<string> {
  const [sql, ...more] = words;
  if (more.length > 0) throw new UsageError('SQL must be one argument; quote it');
  if (sql !== undefined && file !== undefined)
    throw new UsageError('Use either SQL or --file, not both');
  if (file !== undefined && file !== '-') return readFile(file, 'utf8');
  if (sql !== undefined && sql !== '-') return sql;
  if (file === undefined && sql === undefined && process.stdin.isTTY) {
    throw new UsageError('SQL missing. Pass it as an argument, with --file, or on standard input');
  }
  return text(process.stdin);
}
