import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { type DriverConnection } from '@sluice/driver-kit';
import { driverFor } from '@sluice/drivers';
import { memoryGrowth } from './memory.js';

// Reads 1,000,000 x 10 rows through a driver into a file, compared with the engine's own client writing CSV.
// `node --import tsx bench/local.ts [sqlite] [duckdb]`; sqlite3 must be installed.

const rows = 1_000_000;
const runs = 3;

const sqliteTable = `create table t(id integer primary key, a integer, b real, c text, d text,
    e integer, f numeric, g date, h timestamp, i text);
  insert into t with recursive s(n) as (select 1 union all select n + 1 from s where n < ${String(rows)})
  select n, n * 7919 % 1000003, n * 1.37, 'name ' || n, 'some longer text value number ' || n, n % 2,
    n / 100.0, date('2020-01-01', (n % 3000) || ' days'), datetime('2020-01-01', n || ' seconds'),
    hex(n * 2654435761) from s`;

const duckdbTable = `create table t as select n::integer id, (n * 7919 % 1000003)::bigint a,
    n * 1.37::double b, 'name ' || n c, 'some longer text value number ' || n d, n % 2 = 0 e,
    (n / 100.0)::decimal(12, 2) f, date '2020-01-01' + (n % 3000)::int g,
    timestamp '2020-01-01' + to_seconds(n) h, md5(n::varchar) i
  from range(${String(rows)}) r(n)`;

/** Runs SQL on a DuckDB file with the engine's own client, which writes CSV by COPY. */
async function onDuckdb(folder: string, sql: string): Promise<number> {
  const instance = await DuckDBInstance.create(join(folder, 'bench.duckdb'));
  const connection = await instance.connect();
  const taken = await seconds(() => connection.run(sql));
  connection.closeSync();
  instance.closeSync();
  return taken;
}

interface Engine {
  file: string;
  /** Creates the file. */
  create(folder: string): unknown;
  /** Writes the table as CSV with the engine's own client; returns seconds. */
  own(folder: string): Promise<number>;
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1000;
};

const engines: Record<string, Engine> = {
  sqlite: {
    file: 'bench.db',
    create: (folder) => {
      execFileSync('sqlite3', [join(folder, 'bench.db'), sqliteTable]);
    },
    own: (folder) =>
      seconds(() =>
        promisify(execFile)('sqlite3', [
          '-csv',
          '-cmd',
          `.output ${join(folder, 'own.csv')}`,
          join(folder, 'bench.db'),
          'select * from t',
        ]),
      ),
  },
  duckdb: {
    file: 'bench.duckdb',
    create: (folder) => onDuckdb(folder, duckdbTable),
    own: (folder) => onDuckdb(folder, `copy t to '${join(folder, 'own.csv')}'`),
  },
};

async function throughDriver(connection: DriverConnection, file: string): Promise<number> {
  const run = await connection.run('select * from t', {
    signal: new AbortController().signal,
    maxRows: null,
    maxBytes: 4 * 1024 ** 3,
    maxCellBytes: 64 * 1024 ** 2,
    maxRowBytes: 128 * 1024 ** 2,
    timeoutMs: null,
  });
  const out = await open(file, 'w');
  for await (const { json, release } of run.chunks) {
    await out.writeFile(json);
    release?.();
  }
  await out.close();
  return run.summary().rowCount;
}

async function measure(name: string, engine: Engine): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-local-'));
  try {
    await engine.create(folder);
    const driver = await driverFor(name);
    if (!driver) throw new Error(`no driver ${name}`);
    for (let run = 0; run < runs; run++) {
      const own = await engine.own(folder);
      const connection = await driver.connect(
        { file: engine.file },
        {
          signal: new AbortController().signal,
          connectTimeoutMs: 10_000,
          applicationName: 'bench',
          readOnly: true,
          machine: { filesDirectory: folder },
        },
      );
      let count = 0;
      let ours = 0;
      const { growthMiB } = await memoryGrowth(process.pid, async () => {
        ours = await seconds(async () => {
          count = await throughDriver(connection, join(folder, 'ours.json'));
        });
      });
      if (count !== rows) throw new Error(`${String(count)} rows`);
      console.log(
        `${name}: own client ${own.toFixed(2)} s, driver ${ours.toFixed(2)} s, ` +
          `ratio ${(own / ours).toFixed(2)}, memory +${growthMiB.toFixed(0)} MiB`,
      );
      await connection.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

const chosen = process.argv.slice(2);
for (const [name, engine] of Object.entries(engines)) {
  if (chosen.length === 0 || chosen.includes(name)) await measure(name, engine);
}
