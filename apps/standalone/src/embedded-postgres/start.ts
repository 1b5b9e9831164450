import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile, writeFile } from 'node:fs/promises';
import type { ClientConfig } from 'pg';
import { findFreePort } from '../files/free-port.js';
import { supervise, type SuperviseOptions } from '@sluice/supervise';
import { clusterFolder, createCluster, superuser } from './cluster.js';
import type { WrapperOptions } from './wrapper-options.js';
import type { Location } from './location.js';
import { plainEnvironment } from './os-user.js';
import { DEFAULT_STOP_LIMITS, endServerOf } from './postmaster.js';
import { loopback, serverSettings, settingArguments } from './server-settings.js';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  host: string;
  port: number;
  /** Whether the port may differ from the last start, because it was in use or is unknown. */
  hasMoved: boolean;
  /** Returns the options with which the `pg` package connects to a database as the superuser. */
  superuser(database: string): ClientConfig;
  /** Disconnects all sessions, writes everything and ends. May be called twice. */
  stop(): Promise<void>;
  /** Ends without writing; the next start recovers. */
  kill(): void;
}

/** Options of {@link startEmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /** Folder that stores the port of the last start. */
  dbPath: string;
  location: Location;
  /** Password of the superuser. */
  password: string;
  /** Overrides of the server's settings. */
  settings?: Record<string, string>;
  supervise: SuperviseOptions;
}

const WRAPPER_ENTRY = fileURLToPath(new URL('./wrapper.js', import.meta.url));

// The wrapper process gives a fast and an immediate stop their time before it uses force.
const WRAPPER_GRACE_MS = DEFAULT_STOP_LIMITS.fastMs + 2 * DEFAULT_STOP_LIMITS.immediateMs;

/**
 * Creates the cluster if there is none, ends a server that a killed launcher left, and starts the server in a
 * wrapper process. Keeps it running on the same port until it is stopped.
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
  const wrapper = await supervise(
    {
      name: 'postgres',
      entry: WRAPPER_ENTRY,
      args: [
        JSON.stringify(wrapperOptions(location, { ...serverSettings(port), ...options.settings })),
      ],
      env: plainEnvironment(),
      output: 'file',
      ownsGroup: false,
      graceMs: WRAPPER_GRACE_MS,
    },
    options.supervise,
  );
  await wrapper.firstReady;
  return {
    host: loopback,
    port,
    hasMoved,
    superuser: (database) => ({ host: loopback, port, user: superuser, password, database }),
    stop: () => wrapper.stop(),
    kill: () => {
      wrapper.kill();
    },
  };
}

function wrapperOptions(location: Location, settings: Record<string, string>): WrapperOptions {
  const { binaries, user } = location;
  return {
    postgres: binaries.postgres,
    pgCtl: binaries.pgCtl,
    cluster: clusterFolder(location),
    settings: settingArguments(settings),
    user,
  };
}

// Uses the same port at every start if it is free, so that saved connections of other tools keep working.
async function choosePort(file: string): Promise<{ port: number; hasMoved: boolean }> {
  const stored = Number(await readFile(file, 'utf8').catch(() => ''));
  const remembered = Number.isInteger(stored) && stored > 0 && stored < 65_536 ? stored : undefined;
  const port = await findFreePort(remembered);
  if (port !== remembered) await writeFile(file, `${port.toString()}\n`);
  return { port, hasMoved: port !== remembered };
}
