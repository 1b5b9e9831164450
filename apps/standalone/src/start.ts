import {
  loadStandaloneConfig,
  requireDataFolder,
  type Environment,
  type Settings,
} from '@sluice/config';
import { migrate } from '@sluice/database/migrate';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { SampleAddress } from '@sluice/api/first-run';
import {
  externalBackend,
  startEmbeddedBackend,
  type Backend,
  type EmbeddedParts,
} from './backend.js';
import type { Closers } from './closers.js';
import { sampleReader } from './embedded-postgres/databases.js';
import { lockDataFolder } from './launcher-lock.js';
import type { Progress } from './progress.js';
import { createSample, sampleDatabase, sampleExists } from './sample/create.js';
import { serviceChildren, type Programs } from './service-children.js';
import {
  findLeftovers,
  supervise,
  type Supervised,
  type SuperviseOptions,
} from '@sluice/supervise';
import type { UnfinishedFirstRun } from './unfinished-first-run.js';

/** Options of {@link start}. */
export interface StartOptions {
  environment: Environment;
  progress: Progress;
  programs: Programs;
  /** Options of node for the API and the worker. */
  execArgv: string[];
  /** Registers whatever is opened, so that a start can be interrupted at any point. */
  closers: Closers;
}

/** A running service. */
export interface RunningService {
  address: string;
  /** The API and the worker. */
  children: Supervised[];
  /** The first run that this start completed, if its admin was generated. */
  firstRun: UnfinishedFirstRun | undefined;
}

/**
 * Starts everything: the database unless it is external, migrations, the sample, the API and a worker.
 *
 * @throws StartFailure or AppError `configuration` when the user must act first.
 */
export async function start(options: StartOptions): Promise<RunningService> {
  const { environment, progress, closers } = options;
  const { settings, warnings } = loadStandaloneConfig(environment);
  warnings.forEach(progress.note);
  const dbPath = await openDataFolder(settings, closers);
  const watching = superviseOptions(dbPath, progress);
  await endLeftovers(watching.recordFolder, progress);
  const backend =
    externalBackend(settings) ??
    (await startEmbeddedBackend(dbPath, settings, { progress, supervise: watching, closers }));

  const sample = makeSample(backend, progress);
  sample.catch(() => undefined);
  await progress.step('Apply migrations', async (step) => {
    const { applied } = await migrate(backend.databaseUrl);
    step.rename(applied.length === 0 ? 'Database schema is up to date' : describeApplied(applied));
  });
  if (backend.embedded !== undefined) await fillDatabase(settings, backend, backend.embedded);
  const { execArgv, programs } = options;
  const specs = serviceChildren(programs, { environment, settings, dbPath, backend, execArgv });
  const { children, address } = await progress.step('Start API and worker', async (step) => {
    const started = await startChildren(specs, watching, closers);
    step.rename('Started API and worker');
    return started;
  });
  await sample;
  return { address, children, firstRun: backend.embedded?.firstRun };
}

async function openDataFolder(settings: Settings, closers: Closers): Promise<string> {
  await requireDataFolder(settings);
  // The real path, so that a folder reached through a link is the same folder.
  const dbPath = await realpath(settings.SERVICE_DB_PATH);
  const lock = await lockDataFolder(dbPath);
  await closers.add({ close: () => lock.release() });
  return dbPath;
}

const superviseOptions = (dbPath: string, progress: Progress) => ({
  logFolder: join(dbPath, 'logs'),
  recordFolder: join(dbPath, 'run'),
  show: (line: string) => {
    progress.note(line);
  },
});

async function endLeftovers(recordFolder: string, progress: Progress): Promise<void> {
  const left = await findLeftovers(recordFolder);
  if (left.length === 0) return;
  const what = `processes of a killed start: ${left.map(({ name }) => name).join(', ')}`;
  await progress.step(`End ${what}`, async (step) => {
    await Promise.all(left.map((each) => each.end()));
    step.rename(`Ended ${what}`);
  });
}

const describeApplied = (applied: string[]): string =>
  `Applied ${applied.length.toString()} migration${applied.length === 1 ? '' : 's'}`;

async function makeSample({ embedded }: Backend, progress: Progress): Promise<void> {
  if (embedded === undefined || (await sampleExists(embedded.server))) return;
  await progress.step('Create the sample database', async (step) => {
    const rows = await createSample(embedded.server);
    step.rename(`Created the sample database, ${rows.toLocaleString('en')} rows`);
  });
}

async function fillDatabase(
  settings: Settings,
  { databaseUrl, passphrase }: Backend,
  { server, secrets, firstRun }: EmbeddedParts,
): Promise<void> {
  if (firstRun === undefined && !server.hasMoved) return;
  // Loaded on demand: later starts are 0.25 s faster without it.
  const { createFirstRunData, updateSampleConnection } = await import('@sluice/api/first-run');
  const sample: SampleAddress = {
    host: server.host,
    port: server.port,
    database: sampleDatabase,
    username: sampleReader,
    password: secrets.sampleReaderPassword,
  };
  if (firstRun !== undefined) {
    const { email, password } = firstRun;
    const admin = settings.SERVICE_ADMIN_PASSWORD === undefined ? { email, password } : undefined;
    await createFirstRunData({ databaseUrl, passphrase, sample, ...(admin && { admin }) });
  }
  // An interrupted first run may have created the connection with another port.
  if (server.hasMoved) await updateSampleConnection({ databaseUrl, passphrase, sample });
}

async function startChildren(
  specs: Parameters<typeof supervise>[0][],
  options: SuperviseOptions,
  closers: Closers,
): Promise<{ children: Supervised[]; address: string }> {
  const children = await Promise.all(specs.map((spec) => supervise(spec, options)));
  await closers.add({
    close: async () => {
      await Promise.all(children.map((child) => child.stop()));
    },
    kill: () => {
      for (const child of children) child.kill();
    },
  });
  const addresses = await Promise.all(children.map((child) => child.firstReady));
  const address = addresses.find((found) => found !== undefined);
  if (address === undefined) throw new Error('The API did not report its address');
  return { children, address };
}
