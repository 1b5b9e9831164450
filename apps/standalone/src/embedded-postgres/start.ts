import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile, writeFile } from 'node:fs/promises';
import type { ClientConfig } from 'pg';
import { findFreePort } from '../files/free-port.js';
import { supervise, type SuperviseOptions } from '@sluice/supervise';
import { clusterFolder, createCluster, superuser } from './cluster.js';
import type { KeeperOrder } from './keeper-order.js';
import type { Location } from './location.js';
import { plainEnvironment } from './os-user.js';
import { defaultStopLimits, endServerOf } from './postmaster.js';
import { loopback, serverSettings, settingArguments } from './server-settings.js';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  host: string;
  port: number;
  /** Whether the port may be another than at the last start: that one was taken, or is not known. */
  hasMoved: boolean;
  /** How to connect to one of its databases as the superuser, with the `pg` package. */
  superuser(database: string): ClientConfig;
  /** Cuts all sessions, writes everything and ends; may be called twice. */
  stop(): Promise<void>;
  /** Ends without writing what is not written yet; the next start recovers it. */
  kill(): void;
}

/** Options of {@link startEmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /** Where `port` of the last start is remembered. */
  dbPath: string;
  location: Location;
  /** Of the superuser. */
  password: string;
  /** Of the server, instead of ours. */
  settings?: Record<string, string>;
  supervise: SuperviseOptions;
}

const keeperEntry = fileURLToPath(new URL('./keeper.js', import.meta.url));

// The keeper gives a fast stop and an immediate one their time before it resorts to force.
const keeperGraceMs = defaultStopLimits.fastMs + 2 * defaultStopLimits.immediateMs;

/**
 * Makes the cluster when there is none, ends a server that a killed launcher left on it, and starts
 * the server under a keeper. Keeps it running, on the same port, until it is stopped.
 *
 * @throws StartFailure with the last lines of the server's log when it does not start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dbPath, location, password } = options;
  await createCluster(location, password);
  await endServerOf(clusterFolder(location), location.binaries.pgCtl);
  const { port, hasMoved } = await choosePort(join(dbPath, 'postgres.port'));
  const keeper = await supervise(
    {
      name: 'postgres',
      entry: keeperEntry,
      args: [
        JSON.stringify(keeperOrder(location, { ...serverSettings(port), ...options.settings })),
      ],
      env: plainEnvironment(),
      output: 'file',
      ownsGroup: false,
      graceMs: keeperGraceMs,
    },
    options.supervise,
  );
  await keeper.firstReady;
  return {
    host: loopback,
    port,
    hasMoved,
    superuser: (database) => ({ host: loopback, port, user: superuser, password, database }),
    stop: () => keeper.stop(),
    kill: () => {
      keeper.kill();
    },
  };
}

function keeperOrder(location: Location, settings: Record<string, string>): KeeperOrder {
  const { binaries, user } = location;
  return {
    postgres: binaries.postgres,
    pgCtl: binaries.pgCtl,
    cluster: clusterFolder(location),
    settings: settingArguments(settings),
    user,
  };
}

// The same port at every start, when it is free, so that what a person connected stays connected.
async function choosePort(file: string): Promise<{ port: number; hasMoved: boolean }> {
  const stored = Number(await readFile(file, 'utf8').catch(() => ''));
  const remembered = Number.isInteger(stored) && stored > 0 && stored < 65_536 ? stored : undefined;
  const port = await findFreePort(remembered);
  if (port !== remembered) await writeFile(file, `${port.toString()}\n`);
  return { port, hasMoved: port !== remembered };
}
