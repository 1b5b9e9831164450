import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@sluice/contracts';
import { startMariaDb, type TestService } from '@sluice/testkit';
import { rowCount, storeBeside } from './store.js';
import type { Figure } from './table.js';

const createTable = `use main; create table wide engine=myisam as
  select seq as id, seq * 7919 as big, cast(seq / 7 as decimal(12,2)) as amount,
    seq * 1.5e0 as ratio, concat('customer ', seq) as name, md5(seq) as hash, seq % 2 as flag,
    timestamp '2024-01-01 00:00:00' + interval seq second as at, date '2024-01-01' + interval seq % 365 day as day,
    cast(md5(seq) as uuid) as token
  from seq_1_to_${rowCount}`;

/** Measures the same as for PostgreSQL, for MariaDB and its own client. */
export async function measureMariaDb(service: TestService): Promise<Figure[]> {
  const server = await startMariaDb();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  try {
    server.client(createTable);
    const { id } = await service.admin.json<Connection>('POST', '/api/connections', {
      name: 'MariaDB',
      driver: 'mysql',
      data: server.config,
    });
    const { figures } = await storeBeside(service, id, {
      what: 'mariadb --quick',
      goal: '≥ 0.7',
      seconds: () => clientSeconds(server.config, join(folder, 'out')),
    });
    return figures;
  } finally {
    await rm(folder, { recursive: true });
    await server.stop();
  }
}

/**
 * Returns the seconds that the server's own client takes to write the table to a file over the same socket.
 */
function clientSeconds(config: Record<string, unknown>, file: string): number {
  const startedAtMs = performance.now();
  const { status, stderr, error } = spawnSync(
    'sh',
    [
      '-c',
      'mariadb --no-defaults --protocol=tcp -h 127.0.0.1 -P "$1" -u owner -B --quick main ' +
        '-e "select * from wide" > "$2"',
      'sh',
      String(config['port']),
      file,
    ],
    { encoding: 'utf8', env: { ...process.env, MYSQL_PWD: String(config['password']) } },
  );
  if (status !== 0) throw error ?? new Error(`mariadb is needed to compare with: ${stderr}`);
  return (performance.now() - startedAtMs) / 1000;
}
