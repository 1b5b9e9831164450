import { until } from '@sluice/testkit';
import t from 'tap';
import { basic, openTestApi, type Caller } from './support.js';

/** What has come of a body, while it comes. */
function textOf({ body }: Response) {
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    const reader = body?.getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      text += decoder.decode(part.value);
    }
  };
  return { soFar: () => text, ended: read() };
}

const password = 'a password of some length';

t.test('streams and waits end with what they stand on', async (t) => {
  const api = await openTestApi({
    settings: { SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0' },
  });
  t.teardown(() => api.close());
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  await api.sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'Sales', 'postgres', '')`);

  /** Somebody who asks by one way or another, and how each way ends. */
  interface Somebody {
    id: string;
    email: string;
    headers: Record<string, string>;
    ask: Caller;
  }
  const by = (email: string, headers: Record<string, string>) => ({
    email,
    headers,
    ask: ((method, url, body, more) =>
      api.anonymous(method, url, body, { ...headers, ...more })) satisfies Caller,
  });
  // Admins, as they may look at what others run, which goes on.
  const addUser = async (email: string): Promise<Somebody> => ({
    id: await api.addUser({ email, role: 'admin', password }),
    ...by(email, { authorization: basic(email, password) }),
  });
  const addSession = async (email: string): Promise<Somebody> => {
    const { id } = await addUser(email);
    const answer = await api.anonymous('POST', '/api/signin', { email, password });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { id, ...by(email, { cookie }) };
  };
  const addToken = async (name: string): Promise<Somebody> => {
    const made = await api.admin('POST', '/api/service-tokens', { name, role: 'admin' });
    const { id, token } = made.json<{ id: string; token: string }>();
    return { id, ...by('', { authorization: `Bearer ${token}` }) };
  };
  const submit = async (ask: Caller): Promise<string> =>
    (await ask('POST', '/api/batches', { connectionId: 'c', batchText: 'select 1' })).json<{
      id: string;
    }>().id;

  const cases: {
    what: string;
    make(email: string): Promise<Somebody>;
    end(somebody: Somebody): Promise<unknown>;
  }[] = [
    {
      what: 'a disabled user',
      make: addUser,
      end: ({ id }) => api.admin('PUT', `/api/users/${id}`, { disabled: true }),
    },
    {
      what: 'a deleted user',
      make: addUser,
      end: ({ id }) => api.admin('DELETE', `/api/users/${id}`),
    },
    {
      what: 'another password',
      make: addUser,
      end: ({ id, ask }) =>
        ask('PUT', `/api/users/${id}`, {
          password: 'yet another password',
          currentPassword: password,
        }),
    },
    {
      what: 'another role',
      make: addUser,
      end: ({ id }) => api.admin('PUT', `/api/users/${id}`, { role: 'editor' }),
    },
    {
      what: 'a signed-out session',
      make: addSession,
      end: ({ ask }) => ask('POST', '/api/signout'),
    },
    {
      what: 'a session ended by its user elsewhere',
      make: addSession,
      end: async ({ ask, email }) => {
        const [session] = (await ask('GET', '/api/sessions')).json<{ id: string }[]>();
        await api.as(email, password)('DELETE', `/api/sessions/${session?.id}`);
      },
    },
    {
      what: 'all sessions ended by their user',
      make: addSession,
      end: ({ email }) => api.as(email, password)('DELETE', '/api/sessions'),
    },
    {
      what: 'all sessions ended by an admin',
      make: addSession,
      end: ({ id }) => api.admin('DELETE', `/api/users/${id}/sessions`),
    },
    {
      what: 'a session whose time is over',
      make: addSession,
      end: ({ id }) =>
        api.sql.query('update sessions set expires_at = now() where user_id = $1', [id]),
    },
    {
      what: 'a deleted token',
      make: addToken,
      end: ({ id }) => api.admin('DELETE', `/api/service-tokens/${id}`),
    },
    {
      what: 'a token whose time is over',
      make: addToken,
      end: ({ id }) =>
        api.sql.query('update service_tokens set expiry_date = now() where id = $1', [id]),
    },
  ];
  await Promise.all(
    cases.map(async ({ what, make, end }, index) => {
      const somebody = await make(`somebody-${index}@example.com`);
      const id = await submit(api.editor);
      const { headers } = somebody;
      const stream = await fetch(`${address}/api/batches/${id}/events`, { headers });
      const text = textOf(stream);
      await until(`${what}: the first event`, () => text.soFar().includes('event: batch'));
      const wait = somebody.ask('GET', `/api/batches/${id}?wait=50`);
      const others = api.editor('GET', `/api/batches/${id}?wait=50`);
      await end(somebody);
      await text.ended;
      const events = [...text.soFar().matchAll(/^event: /gm)].length;
      t.equal(events, 1, `${what}: the stream ends with what came before`);
      const waited = await wait;
      t.equal(waited.statusCode, 401, `${what}: ${waited.body.slice(0, 200)}`);
      await api.editor('PUT', `/api/batches/${id}/cancel`);
      t.match((await others).json(), { status: 'cancelled' }, `${what}: others wait on`);
    }),
  );
});
