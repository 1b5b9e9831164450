import { until } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { type ApiClient, basic, type TestApi } from './support.js';
import { insertConnection, openApi, signIn } from './fixtures.js';

/** Collects the text of a body while it arrives. */
function textOf({ body }: Response) {
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    const reader = body?.getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      text += decoder.decode(part.value);
    }
  };
  return { received: () => text, ended: read() };
}

const password = 'a password of some length';

/** A principal with its credentials. */
interface Principal {
  id: string;
  email: string;
  headers: Record<string, string>;
  ask: ApiClient;
}

const withHeaders = (api: TestApi, email: string, headers: Record<string, string>) => ({
  email,
  headers,
  ask: ((method, url, body, more) =>
    api.anonymous(method, url, body, { ...headers, ...more })) satisfies ApiClient,
});

/** Adds an admin, because admins may read batches of other users. */
const addUser = async (api: TestApi, email: string): Promise<Principal> => ({
  id: await api.addUser({ email, role: 'admin', password }),
  ...withHeaders(api, email, { authorization: basic(email, password) }),
});

const addSession = async (api: TestApi, email: string): Promise<Principal> => {
  const { id } = await addUser(api, email);
  return { id, ...withHeaders(api, email, { cookie: await signIn(api, email, password) }) };
};

const addToken = async (api: TestApi, name: string): Promise<Principal> => {
  const made = await api.admin('POST', '/api/service-tokens', { name, role: 'admin' });
  const { id, token } = made.json<{ id: string; token: string }>();
  return { id, ...withHeaders(api, '', { authorization: `Bearer ${token}` }) };
};

/** Adds an admin with a personal token, because admins may read batches of other users. */
const addPersonalToken = async (api: TestApi, email: string): Promise<Principal> => {
  const { ask } = await addUser(api, email);
  const made = await ask('POST', '/api/tokens', { name: 'ci', scopes: ['results:read', 'admin'] });
  const { id, token } = made.json<{ id: string; token: string }>();
  return { id, ...withHeaders(api, email, { authorization: `Bearer ${token}` }) };
};

/** How a credential ends. */
interface Case {
  title: string;
  make(api: TestApi, email: string): Promise<Principal>;
  end(principal: Principal, api: TestApi): Promise<unknown>;
}

const cases: Case[] = [
  {
    title: 'the user is disabled',
    make: addUser,
    end: ({ id }, api) => api.admin('PUT', `/api/users/${id}`, { disabled: true }),
  },
  {
    title: 'the user is deleted',
    make: addUser,
    end: ({ id }, api) => api.admin('DELETE', `/api/users/${id}`),
  },
  {
    title: 'the password is changed',
    make: addUser,
    end: ({ id, ask }) =>
      ask('PUT', `/api/users/${id}`, {
        password: 'yet another password',
        currentPassword: password,
      }),
  },
  {
    title: 'the role is changed',
    make: addUser,
    end: ({ id }, api) => api.admin('PUT', `/api/users/${id}`, { role: 'editor' }),
  },
  {
    title: 'the session signs out',
    make: addSession,
    end: ({ ask }) => ask('POST', '/api/signout'),
  },
  {
    title: 'the user ends the session from another client',
    make: addSession,
    end: async ({ ask, email }, api) => {
      const [session] = (await ask('GET', '/api/sessions')).json<{ id: string }[]>();
      await api.as(email, password)('DELETE', `/api/sessions/${session?.id}`);
    },
  },
  {
    title: 'the user ends all sessions',
    make: addSession,
    end: ({ email }, api) => api.as(email, password)('DELETE', '/api/sessions'),
  },
  {
    title: 'an admin ends all sessions',
    make: addSession,
    end: ({ id }, api) => api.admin('DELETE', `/api/users/${id}/sessions`),
  },
  {
    title: 'the session expires',
    make: addSession,
    end: ({ id }, api) =>
      api.sql.query(
        "update sessions set expires_at = now() - interval '1 second' where user_id = $1",
        [id],
      ),
  },
  {
    title: 'the token is deleted',
    make: addToken,
    end: ({ id }, api) => api.admin('DELETE', `/api/service-tokens/${id}`),
  },
  {
    title: 'the token expires',
    make: addToken,
    end: ({ id }, api) =>
      api.sql.query(
        "update service_tokens set expiry_date = now() - interval '1 second' where id = $1",
        [id],
      ),
  },
  {
    title: 'the personal token is deleted',
    make: addPersonalToken,
    end: ({ id }, api) => api.admin('DELETE', `/api/tokens/${id}`),
  },
  {
    title: 'the personal token expires',
    make: addPersonalToken,
    end: ({ id }, api) =>
      api.sql.query(
        "update personal_tokens set expires_at = now() - interval '1 second' where id = $1",
        [id],
      ),
  },
];

const submit = async ({ editor }: TestApi): Promise<string> =>
  (await editor('POST', '/api/batches', { connectionId: 'c', batchText: 'select 1' })).json<{
    id: string;
  }>().id;

async function endsReads(
  t: Test,
  { api, address, email }: { api: TestApi; address: string; email: string },
  { title, make, end }: Case,
): Promise<void> {
  const principal = await make(api, email);
  const id = await submit(api);
  const { headers } = principal;
  const stream = await fetch(`${address}/api/batches/${id}/events`, { headers });
  const text = textOf(stream);
  await until(`${title}: the first event`, () => text.received().includes('event: batch'));
  const wait = principal.ask('GET', `/api/batches/${id}?wait=50`);
  const others = api.editor('GET', `/api/batches/${id}?wait=50`);
  await end(principal, api);
  await text.ended;
  const events = [...text.received().matchAll(/^event: /gm)].length;
  t.equal(events, 1, `${title}: the stream ends after the first event`);
  const waited = await wait;
  t.equal(waited.statusCode, 401, `${title}: ${waited.body.slice(0, 200)}`);
  await api.editor('PUT', `/api/batches/${id}/cancel`);
  t.match((await others).json(), { status: 'cancelled' }, `${title}: other users keep waiting`);
}

t.test('streams and waiting requests end when their credential ends', async (t) => {
  const api = await openApi(t, {
    settings: { SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0' },
  });
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  await insertConnection(api);
  await Promise.all(
    cases.map((each, index) =>
      endsReads(t, { api, address, email: `user-${index}@example.com` }, each),
    ),
  );
});
