import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate, startRedis, startService } from '@sluice/testkit';
import t from 'tap';

t.test('a Redis with password and TLS carries the queue', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-redis-'));
  const access = {
    password: randomBytes(16).toString('hex'),
    certificate: certificate('localhost'),
  };
  const redis = await startRedis(join(folder, 'redis'), access);
  t.teardown(async () => {
    await redis.stop();
    await rm(folder, { recursive: true });
  });
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, access.certificate.cert);

  t.test("executors connect with the worker's settings", async (t) => {
    const service = await startService({
      queue: 'redis',
      processes: true,
      settings: { REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: ca },
    });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;
    t.equal((await admin.run(connectionId, 'select 1')).status, 'finished');
    const tested = await admin.request('GET', `/api/connections/${connectionId}/schema`);
    t.equal(tested.status, 200, 'a request to a worker uses the same connection');
    t.equal((await admin.request('GET', '/api/ready')).status, 200);
    const [worker] = service.workers;
    t.notMatch(service.api.output() + worker!.output(), access.password);
  });

  for (const [what, settings] of Object.entries({
    'a wrong password': {
      REDIS_URL: redis.url.replace(access.password, 'wrong'),
      NODE_EXTRA_CA_CERTS: ca,
    },
    'an untrusted certificate': { REDIS_URL: redis.url },
  })) {
    t.test(`${what} fails the connection, and readiness reports it`, async (t) => {
      const service = await startService({
        queue: 'redis',
        workers: 0,
        processes: true,
        settings,
      });
      t.teardown(() => service.stop());
      const ready = await service.admin.request('GET', '/api/ready');
      t.equal(ready.status, 503);
      t.match(await ready.json(), { checks: { queue: false } });
      t.notMatch(service.api.output(), access.password);
    });
  }
});
