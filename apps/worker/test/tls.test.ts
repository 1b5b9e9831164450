import { certificate, startMariaDb, startService } from '@sluice/testkit';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';

t.test('a connection with a TLS field and without ssl runs over TLS', async (t) => {
  const server = certificate('localhost');
  const folder = await mkdtemp(join(tmpdir(), 'sluice-worker-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await writeFile(cert, server.cert);
  await writeFile(key, server.key);
  const [mariaDb, service] = await Promise.all([
    startMariaDb([`--ssl-cert=${cert}`, `--ssl-key=${key}`]),
    startService({
      queue: 'redis',
      workersInProcess: true,
      settings: { SERVICE_TARGET_HOSTS_ALLOW: '127.0.0.0/8 localhost' },
    }),
  ]);
  t.teardown(async () => {
    await service.stop();
    await mariaDb.stop();
    await rm(folder, { recursive: true });
  });
  const { admin } = service;
  const plain = { ...mariaDb.config, host: 'localhost', port: String(mariaDb.port) };
  const versionWith = async (more: object): Promise<unknown> => {
    const body = { name: 'TLS', driver: 'mysql', data: { ...plain, ...more } };
    const { id } = await admin.json<{ id: string }>('POST', '/api/connections', body);
    const { statements } = await admin.run(id, "show status like 'Ssl_version'");
    return (await admin.rows(statements[0]?.id ?? ''))[0]?.[1];
  };
  t.equal(await versionWith({}), '');
  for (const more of [{ ca: server.cert }, { sslSelfSigned: true }]) {
    t.match(await versionWith(more), /^TLSv1\.[23]$/, Object.keys(more).join());
    const test = { driver: 'mysql', data: { ...plain, ...more, ssl: false } };
    const refused = await admin.request('POST', '/api/test-connection', test);
    t.equal(refused.status, 400);
    t.match(await refused.json(), { errors: [{ path: 'data.ssl' }] });
  }
});
