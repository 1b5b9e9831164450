import { randomUUID } from 'node:crypto';
import t from 'tap';
import { adminEmail, editorEmail, editorPassword } from './support.js';
import { cookieOf, openApi, userIdOf } from './fixtures.js';
import {
  addOther,
  browserOf,
  endedEvents,
  openBrowser,
  signedInOf,
  tokenSecret,
} from './session-browser.js';

t.test('an ended session is signed out immediately and permanently', async (t) => {
  const api = await openApi(t);
  const [currentBrowser, otherBrowser] = [await openBrowser(api), await openBrowser(api)];
  const id = await otherBrowser.id();
  t.equal((await currentBrowser.ask('DELETE', `/api/sessions/${id}`)).statusCode, 200);
  t.same(await signedInOf([currentBrowser, otherBrowser]), [true, false]);
  t.equal(
    (await otherBrowser.ask('DELETE', '/api/sessions')).statusCode,
    401,
    'an ended session cannot end others',
  );
  t.same(await signedInOf([currentBrowser, otherBrowser]), [true, false]);
  t.match(await currentBrowser.sessions(), [{ isCurrent: true }]);
  const actor = { outcome: 'done', actorName: editorEmail, address: '127.0.0.1' };
  const target = `users/${await userIdOf(api, editorEmail)}`;
  t.match(await endedEvents(api), [{ ...actor, target, detail: { sessionId: id } }]);

  const publicId = await currentBrowser.id();
  t.equal((await currentBrowser.ask('DELETE', `/api/sessions/${publicId}`)).statusCode, 200);
  t.equal(await currentBrowser.isSignedIn(), false, 'ending the current session signs out');
});

t.test('sessions of other users and forged ids return 404', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_SERVICE_TOKEN_SECRET: tokenSecret } });
  await addOther(api);
  const [currentBrowser, others] = [
    await openBrowser(api),
    await openBrowser(api, { email: 'other@example.com' }),
  ];
  const id = await others.id();
  const made = await api.admin('POST', '/api/service-tokens', { name: 'ops', role: 'admin' });
  const authorization = `Bearer ${made.json<{ token: string }>().token}`;
  const [row] = await api.sql.query<{ hash: string }>(
    'select id_hash as hash from sessions where public_id = $1',
    [id],
  );
  const forged = [
    id,
    id.toUpperCase(),
    id.replaceAll('-', ''),
    randomUUID(),
    row?.hash ?? '',
    others.cookie.split('=')[1] ?? '',
    `${id}%20`,
    `{${id}}`,
    "'%20or%20true--",
    'null',
    '%25',
    '..',
  ];
  for (const each of forged) {
    const url = `/api/sessions/${each}`;
    t.equal((await currentBrowser.ask('DELETE', url)).statusCode, 404, each);
    t.equal((await api.admin('DELETE', url)).statusCode, 404, `an admin: ${each}`);
    const byToken = await api.anonymous('DELETE', url, undefined, { authorization });
    t.equal(byToken.statusCode, 404, `a token: ${each}`);
  }
  for (const each of ['%00', '%ff']) {
    t.equal((await currentBrowser.ask('DELETE', `/api/sessions/${each}`)).statusCode, 400, each);
  }
  t.same(await signedInOf([currentBrowser, others]), [true, true]);
  t.same(await endedEvents(api), []);
});

t.test('a user ends all other sessions and keeps the current one', async (t) => {
  const api = await openApi(t);
  await addOther(api);
  const [currentBrowser, otherBrowser, thirdBrowser] = [
    await openBrowser(api),
    await openBrowser(api),
    await openBrowser(api),
  ];
  const others = await openBrowser(api, { email: 'other@example.com' });
  const all = [currentBrowser, otherBrowser, thirdBrowser, others];
  t.equal((await currentBrowser.ask('DELETE', '/api/sessions')).statusCode, 200);
  t.same(await signedInOf(all), [true, false, false, true]);
  t.match(await endedEvents(api), [{ actorName: editorEmail, detail: { ended: 2 } }]);
  t.equal((await currentBrowser.ask('DELETE', '/api/sessions')).statusCode, 200);
  t.equal((await endedEvents(api)).length, 1, 'ending no session is not recorded');
});

t.test('an admin ends all sessions of a user, who can sign in again', async (t) => {
  const api = await openApi(t);
  const otherId = await addOther(api);
  const editorId = await userIdOf(api, editorEmail);
  const browsers = [await openBrowser(api), await openBrowser(api)];
  const others = await openBrowser(api, { email: 'other@example.com' });
  for (const caller of [others.ask, api.editor]) {
    for (const id of [editorId, otherId, 'unknown']) {
      t.equal((await caller('DELETE', `/api/users/${id}/sessions`)).statusCode, 403);
    }
  }
  const anonymous = await api.anonymous('DELETE', `/api/users/${editorId}/sessions`);
  t.equal(anonymous.statusCode, 401);
  t.same(await signedInOf([...browsers, others]), [true, true, true]);

  for (const id of ['unknown', randomUUID()]) {
    t.equal((await api.admin('DELETE', `/api/users/${id}/sessions`)).statusCode, 404);
  }
  const url = `/api/users/${editorId}/sessions`;
  t.same((await api.admin('DELETE', url)).json(), {});
  t.same(await signedInOf([...browsers, others]), [false, false, true]);
  t.match(await endedEvents(api), [
    { actorName: adminEmail, target: `users/${editorId}`, detail: { ended: 2 } },
  ]);
  t.same((await api.admin('DELETE', url)).json(), {}, 'a user without sessions is accepted');
  t.equal((await endedEvents(api)).length, 1);
  t.equal(await (await openBrowser(api)).isSignedIn(), true);
});

t.test('concurrent requests end each session once, and none comes back', async (t) => {
  const api = await openApi(t);
  const currentBrowser = await openBrowser(api);
  const ended = await Promise.all(Array.from({ length: 5 }, () => openBrowser(api)));
  const victim = ended[0];
  const id = (await victim?.id()) ?? '';
  // The session was idle long enough for the next use to be recorded.
  await api.sql.query(
    `update sessions set expires_at = now() + interval '10 minutes' where public_id = $1`,
    [id],
  );
  const [one, two, ...uses] = await Promise.all([
    currentBrowser.ask('DELETE', `/api/sessions/${id}`),
    currentBrowser.ask('DELETE', `/api/sessions/${id}`),
    ...Array.from({ length: 10 }, () => victim?.isSignedIn()),
  ]);
  t.same([one.statusCode, two.statusCode].sort(), [200, 404]);
  t.equal(uses.length, 10);
  t.equal(await victim?.isSignedIn(), false);

  const both = await Promise.all([
    currentBrowser.ask('DELETE', '/api/sessions'),
    currentBrowser.ask('DELETE', '/api/sessions'),
    api.admin('DELETE', `/api/users/${randomUUID()}/sessions`),
  ]);
  t.same(
    both.map(({ statusCode }) => statusCode),
    [200, 200, 404],
  );
  t.same(await signedInOf([currentBrowser, ...ended]), [true, false, false, false, false, false]);
  const counts = (await endedEvents(api)) as { detail: { ended?: number } }[];
  t.equal(
    counts.reduce((sum, { detail }) => sum + (detail.ended ?? 0), 0),
    4,
    'no session is counted twice',
  );
});

t.test('a password change leaves one session with its sign-in method', async (t) => {
  const api = await openApi(t);
  await openBrowser(api);
  const currentBrowser = await openBrowser(api);
  const response = await currentBrowser.ask(
    'PUT',
    `/api/users/${await userIdOf(api, editorEmail)}`,
    {
      password: 'another password',
      currentPassword: editorPassword,
    },
  );
  const renewed = browserOf(api, cookieOf(response.headers));
  t.match(await renewed.sessions(), [{ isCurrent: true, method: 'local', address: '127.0.0.1' }]);
  t.equal((await renewed.sessions()).length, 1);
});
