import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DriverError,
  type ConnectionConfig,
  type Driver,
  type DriverConnection,
} from '@sluice/driver-kit';
import { eventually, read, sessionOptions } from '../contract.js';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.js';
import type { RecordedOutcome, Recording } from './recording.js';
import { Scrubber, type RecordedStatement } from './scrubber.js';
import type { Warehouse } from './warehouses.js';

/** What to record. */
export interface RecordOptions {
  driver: Driver;
  warehouse: Warehouse;
  /** Fields of a connection to the real account. */
  config: ConnectionConfig;
  /** Folder for the file; it is created. */
  folder: string;
  statements?: readonly RecordedStatement[];
}

/** The result of {@link record}. */
export interface RecordReport {
  file: string;
  recording: Recording;
  /** Names of fields that were left out because no rule keeps them. */
  omitted: string[];
}

/**
 * Runs the statements against a real account through a recording proxy and writes a file that the replay server
 * reads. Only its owner can read the file.
 *
 * @throws Error without a file if the recording still contains a known value, or if the file exists
 */
export async function record(options: RecordOptions): Promise<RecordReport> {
  const { driver, warehouse, config, folder, statements = warehouse.statements } = options;
  const scrubber = new Scrubber(warehouse.rules.segments);
  declare(scrubber, warehouse, config);
  const upstream = warehouse.upstreamOf(config);
  scrubber.know('host', new URL(upstream).host);
  scrubber.know('host', new URL(upstream).hostname);
  const proxy = await startRecordingProxy(upstream, warehouse.rules, scrubber);
  const outcomes: RecordedOutcome[] = [];
  try {
    const through = warehouse.through(config, upstream, proxy.url);
    const connection = await driver.connect(
      through,
      sessionOptions({ applicationName: 'sluice-record' }),
    );
    for (const statement of statements) {
      scrubber.begin(statement);
      outcomes.push(await outcomeOf(connection, statement, proxy));
    }
    scrubber.begin(null);
    await connection.close();
  } finally {
    await proxy.stop();
  }
  const recording: Recording = {
    driver: driver.definition.id,
    outcomes,
    exchanges: proxy.exchanges,
  };
  const text = `${JSON.stringify(recording, null, 2)}\n`;
  const leaks = scrubber.leaksIn(text);
  if (leaks.length > 0) {
    throw new Error(`Nothing was written: the recording still contains ${leaks.join(', ')}`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${driver.definition.id}.json`);
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  return { file, recording, omitted: [...scrubber.omitted].sort() };
}

/** Declares the fields of the connection, all of which are secret or private. */
function declare(scrubber: Scrubber, { kinds }: Warehouse, config: ConnectionConfig): void {
  for (const [field, value] of Object.entries(config)) {
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : 'secret';
    if (kind == null) continue;
    for (const text of textsOf(value)) scrubber.know(kind, text);
  }
}

/** Returns a text and, if it is the JSON of a key file, its parts. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const lines = value.includes('\n') ? value.split('\n').filter((line) => line.length >= 16) : [];
  if (!value.trim().startsWith('{')) return [value, ...lines];
  const parts = Object.entries(JSON.parse(value) as Record<string, unknown>)
    .filter(([name]) => name !== 'type' && !/_uri$|_url$|^universe_domain$/.test(name))
    .flatMap(([, part]) => textsOf(part));
  return [value, ...parts];
}

async function outcomeOf(
  connection: DriverConnection,
  statement: RecordedStatement,
  proxy: RecordingProxy,
): Promise<RecordedOutcome> {
  const { name, sql, cancels = false } = statement;
  const abort = new AbortController();
  const before = proxy.exchanges.length;
  const reading = read(connection, sql, { signal: abort.signal }).then(
    ({ rows }) => ({ result: 'finished', rows: rows.length }),
    (error: unknown) => {
      if (error instanceof DriverError)
        return { result: `${error.kind} ${error.outcome}`, rows: 0 };
      throw error;
    },
  );
  if (cancels) {
    await eventually('the statement was sent', () => proxy.exchanges.length > before);
    abort.abort();
  }
  return { statement: name, sql, ...(await reading) };
}
