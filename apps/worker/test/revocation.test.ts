import type { Batch } from '@sluice/contracts';
import { startService, targetConnection, until, type TestClient } from '@sluice/testkit';
import t from 'tap';

interface Person {
  id: string;
  /** Submits as the user; returns the batch id. */
  submit(connectionId: string, batchText: string): Promise<string>;
}

/** A running batch and a queued one, for a connection that runs one batch at a time. */
interface Work {
  connectionId: string;
  running: string;
  waiting: string;
}

t.test('running and queued batches end when access to them ends, however it ends', async (t) => {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings: {
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
      SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
      SERVICE_WORKER_CONCURRENCY: '10',
    },
  });
  t.teardown(() => service.stop());
  const { admin, database, target } = service;
  const { id: adminId } = (await admin.json<{ id: string }[]>('GET', '/api/users'))[0] ?? {
    id: '',
  };

  const idOf = async (request: Promise<Response>): Promise<string> => {
    const response = await request;
    if (response.status !== 200) throw new Error(await response.text());
    return ((await response.json()) as Batch).id;
  };
  const addEditor = async (email: string): Promise<Person> => {
    const client: TestClient = await service.addEditor(email);
    const submit: Person['submit'] = async (connectionId, batchText) =>
      (await client.submit(connectionId, batchText)).id;
    return { id: email, submit };
  };
  const addToken = async (name: string): Promise<Person> => {
    const body = { name, role: 'editor' };
    const made = await admin.json<{ id: string; token: string }>(
      'POST',
      '/api/service-tokens',
      body,
    );
    const headers = { authorization: `Bearer ${made.token}` };
    const submit: Person['submit'] = (connectionId, batchText) =>
      idOf(admin.request('POST', '/api/batches', { connectionId, batchText }, headers));
    return { id: made.id, submit };
  };
  const isActive = async (mark: string): Promise<boolean> => (await target.running(mark)) > 0;
  const grant = (userId: string, connectionId: string) =>
    admin.json<{ id: number }>('POST', '/api/connection-accesses', { userId, connectionId });
  const begin = async (person: Person, mark: string): Promise<Work & { accessId: number }> => {
    const body = { ...targetConnection(target.url), maxConcurrency: 1 };
    const { id: connectionId } = await admin.json<{ id: string }>('POST', '/api/connections', body);
    const { id: accessId } = await grant(person.id, connectionId);
    const running = await person.submit(connectionId, `select pg_sleep(60) /* ${mark} */`);
    const waiting = await person.submit(connectionId, 'create table never (id int)');
    await until(`${mark} runs`, () => isActive(mark));
    return { connectionId, running, waiting, accessId };
  };

  const cases: {
    mark: string;
    reason: string;
    title: RegExp;
    /** The access expired; no user revoked it. */
    byTime?: boolean;
    make(email: string): Promise<Person>;
    end(person: Person, work: Work & { accessId: number }): Promise<unknown>;
  }[] = [
    {
      mark: 'row-expired',
      reason: 'access_ended',
      title: /may no longer use/,
      make: addEditor,
      end: (_person, { accessId }) =>
        admin.json('PUT', `/api/connection-accesses/${accessId}/expire`),
    },
    {
      mark: 'row-over',
      reason: 'access_ended',
      title: /may no longer use/,
      byTime: true,
      make: addEditor,
      end: (_person, { accessId }) =>
        database.query('update connection_accesses set expiry_date = now() where id = $1', [
          accessId,
        ]),
    },
    {
      mark: 'connection-deleted',
      reason: 'connection_deleted',
      title: /does not exist/,
      make: addEditor,
      end: (_person, { connectionId }) => admin.json('DELETE', `/api/connections/${connectionId}`),
    },
    {
      mark: 'user-disabled',
      reason: 'user_inactive',
      title: /no longer active/,
      make: addEditor,
      end: ({ id }) => admin.json('PUT', `/api/users/${id}`, { disabled: true }),
    },
    {
      mark: 'user-deleted',
      reason: 'user_inactive',
      title: /no longer active/,
      make: addEditor,
      end: ({ id }) => admin.json('DELETE', `/api/users/${id}`),
    },
    {
      mark: 'token-deleted',
      reason: 'user_inactive',
      title: /no longer active/,
      make: addToken,
      end: ({ id }) => admin.json('DELETE', `/api/service-tokens/${id}`),
    },
    {
      mark: 'token-over',
      reason: 'user_inactive',
      title: /no longer active/,
      byTime: true,
      make: addToken,
      end: ({ id }) =>
        database.query('update service_tokens set expiry_date = now() where id = $1', [id]),
    },
    {
      mark: 'demoted',
      reason: 'access_ended',
      title: /may no longer use/,
      make: addEditor,
      end: async ({ id }, { accessId }) => {
        await admin.json('PUT', `/api/users/${id}`, { role: 'admin' });
        await admin.json('PUT', `/api/connection-accesses/${accessId}/expire`);
        await admin.json('PUT', `/api/users/${id}`, { role: 'editor' });
      },
    },
  ];
  const revokers: (string | null)[] = [];
  for (const { mark, reason, title, byTime = false, make, end } of cases) {
    await t.test(mark, async (t) => {
      const person = await make(`${mark}@example.com`);
      const work = await begin(person, mark);
      const bystander = await begin(
        await addEditor(`beside-${mark}@example.com`),
        `beside-${mark}`,
      );
      await end(person, work);
      const ran = await admin.finalBatch(work.running);
      t.match(ran, {
        status: 'cancelled',
        cancel: { reason, outcome: 'confirmed' },
        statements: [{ status: 'cancelled', error: { code: 'cancelled' } }],
      });
      revokers.push(ran.cancel?.by ?? null);
      if (byTime) t.equal(ran.cancel?.by, null, 'no user revoked it');
      t.notOk(await isActive(`/* ${mark}`), 'its query has ended in the database');
      t.match(await admin.finalBatch(work.waiting), {
        status: 'error',
        statements: [{ error: { title, outcome: 'not_run', code: 'connect_failed' } }],
      });
      const beside = await admin.json<Batch>('GET', `/api/batches/${bystander.running}`);
      t.match(beside, { status: 'started', cancel: null }, 'other batches continue');
      await admin.json('PUT', `/api/batches/${bystander.waiting}/cancel`);
      await admin.json('PUT', `/api/batches/${bystander.running}/cancel`);
      t.match((await admin.finalBatch(bystander.running)).cancel, { by: adminId, reason: 'asked' });
    });
  }
  // The sweep may have run between the change and the immediate check, for one of them.
  t.ok(
    revokers.filter((by) => by === adminId).length >= 5,
    'the user who revoked the access is reported',
  );
  t.same(await target.query("select to_regclass('never') as found"), [{ found: null }]);
});
