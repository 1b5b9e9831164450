import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@sluice/database';
import { certificate, locatePostgres, startPostgres } from '@sluice/testkit';
import t from 'tap';

t.test('the metadata database is reached by TLS and its certificate is verified', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-tls-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const { user, folder: placed } = await locatePostgres(folder);
  const { cert, key } = certificate('localhost');
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, cert);
  const files = {
    ssl_cert_file: ['server.crt', cert],
    ssl_key_file: ['server.key', key],
  } as const;
  const settings: Record<string, string> = { ssl: 'on' };
  for (const [setting, [name, text]] of Object.entries(files)) {
    const path = join(placed, name);
    await writeFile(path, text, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
    settings[setting] = path;
  }
  const postgres = await startPostgres(folder, settings);
  t.teardown(() => postgres.stop());

  const urlOf = (host: string, sslRootCert?: string): string => {
    const url = new URL(postgres.url);
    url.hostname = host;
    url.searchParams.set('sslmode', 'verify-full');
    if (sslRootCert !== undefined) url.searchParams.set('sslrootcert', sslRootCert);
    return url.href;
  };
  const isSecured = async (databaseUrl: string): Promise<unknown> => {
    const database = openDatabase({ databaseUrl, poolSize: 1, applicationName: 'test' });
    try {
      const [row] = await database.$queryRaw<{ ssl: boolean }[]>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      return row?.ssl;
    } finally {
      await database.$disconnect();
    }
  };
  const trusted = urlOf('localhost', authority);
  t.equal(await isSecured(trusted), true);
  t.ok((await migrate(trusted)).applied.length > 0, 'migrations use TLS too');
  await t.rejects(isSecured(urlOf('localhost')), 'the certificate authority is unknown');
  await t.rejects(isSecured(urlOf('127.0.0.1', authority)), 'the certificate is for another host');
});
