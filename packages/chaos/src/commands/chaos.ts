import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markerOf } from '../checker/evidence.js';
import { closingLine, describeChecks, table } from '../checker/report.js';
import { runChaos, type ChaosReport } from '../run/run-chaos.js';
import { topologies } from '../world/with-world.js';

/**
 * `npm run chaos -- --batches 20000 --seed 1 [--queue redis|postgres] [--topology
 * direct|balanced|pooled] [--faults N] [--keep folder]`: `--keep` writes the evidence and all logs to a folder.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      batches: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      queue: { type: 'string', default: 'redis' },
      topology: { type: 'string', default: 'direct' },
      faults: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  const batches = Number(values.batches);
  const queue = values.queue === 'postgres' ? 'postgres' : 'redis';
  const topology = topologies.find((known) => known === values.topology) ?? 'direct';
  const seed = Number(values.seed);
  const faults = values.faults === undefined ? Math.ceil(batches / 80) : Number(values.faults);
  console.log(
    `seed ${seed}, ${batches} batches, ${faults} faults, queue on ${queue}, ${topology} topology`,
  );
  const options = { seed, batches, faults, queue, topology } as const;
  const report = await runChaos({ ...options, onProgress: console.log });
  console.log(describe(report));
  if (values.keep !== undefined) await keep(values.keep, report);
  const failed = report.checks.filter((result) => result.violations.length > 0).length;
  console.log(closingLine(report.checks.length - failed, failed));
  process.exitCode = failed === 0 ? 0 : 1;
}

async function keep(folder: string, { evidence, logs }: ChaosReport): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'evidence.json'), JSON.stringify(evidence, null, 1));
  for (const [name, text] of Object.entries(logs))
    await writeFile(join(folder, `${name}.log`), text);
}

function describe({ checks, evidence, client, runMs, settleMs }: ChaosReport): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const outcomes = evidence.statements.map(({ status, error }) =>
    error === null ? status : `${status}: ${error.outcome} (${error.code ?? error.sqlState ?? ''})`,
  );
  return [
    '',
    table([
      ['batches acknowledged', client.entries.length],
      ['retried requests', client.retries],
      ['run time', seconds(runMs)],
      ['all final after', seconds(settleMs)],
      ...countsOf(
        'fault',
        evidence.faults.map((fault) => fault.kind),
      ),
      ...countsOf(
        'batch',
        evidence.batches.map((batch) => batch.status),
      ),
      ...countsOf('statement', outcomes),
      ['unknown outcomes with an effect', unknownWithEffect(evidence)],
    ]),
    '',
    describeChecks(checks),
  ].join('\n');
}

function countsOf(what: string, values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort().map(([value, count]) => [`${what}: ${value}`, count]);
}

function unknownWithEffect({ statements, effects }: ChaosReport['evidence']): string {
  const seen = new Set(effects.map((effect) => effect.marker));
  const unknown = statements
    .filter(({ error }) => error?.outcome === 'unknown')
    .map(({ text }) => markerOf(text))
    .filter((marker) => marker !== null);
  const had = unknown.filter((marker) => seen.has(marker));
  return `${had.length} of ${unknown.length}`;
}

await main();
