import { execFileSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Location } from '@sluice/standalone';
import { fillDataFolder } from './data-folder.js';

/** Options of {@link createCluster}. */
export interface ClusterOptions {
  /** Folder of the cluster, and the user who will run it. */
  location: Pick<Location, 'folder' | 'user'>;
  /** Absolute path of the program. */
  initdb: string;
  /** Of the superuser `owner`. */
  password: string;
}

/** Creates a PostgreSQL cluster with encoding UTF-8 and returns its data folder. */
export function createCluster({ location, initdb, password }: ClusterOptions): string {
  const { folder, user } = location;
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(passwordFile, user.uid, user.gid);
  }
  fillDataFolder(`${initdb} ${password}`, data, () => {
    execFileSync(
      initdb,
      ['-D', data, '-U', 'owner', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '-N'].concat([
        '--pwfile',
        passwordFile,
      ]),
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
  });
  return data;
}
