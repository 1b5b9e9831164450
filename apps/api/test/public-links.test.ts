import { get as httpGet, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Batch, BatchLink, LinkedBatch } from '@sluice/contracts';
import { until } from '@sluice/testkit';
import t from 'tap';
import { openLinkHarness, senderTo, tokenOf } from './links-support.js';
import { openShareHarness, statementOf } from './shares-support.js';

t.test('a visitor sees name, rows and chart, and nothing else of the batch', async (t) => {
  const harness = await openLinkHarness(t);
  const { as, service, send, create, visit, open } = harness;
  const chart = { chartType: 'bar', fields: { x: 'one' } };
  const batchText = "select 1 as one, 'two' as two /* secret of the owner */; select 1/0";
  const started = await as.owner.json<Batch>('POST', '/api/batches?wait=20', {
    connectionId: service.connectionId,
    batchText,
    name: 'Numbers',
    chart,
  });
  const link = await create(started);
  t.match(link, { hasPassword: false, allowDownload: false, maxRows: null, lastUsedAt: null });
  t.match(link.url, new RegExp(`^${service.baseUrl}/share/[\\w-]{43}$`));
  const opened = await open(link);
  t.equal(opened.headers.get('cache-control'), 'no-store');
  t.match(opened.headers.get('set-cookie'), /HttpOnly; SameSite=Strict/);
  const { batch, path, cookie } = await visit(link);
  t.match(batch, { name: 'Numbers', chart, status: 'error', linkId: link.id });
  t.equal(batch.statements.length, 1, 'a failed statement is not shown');
  t.notMatch(JSON.stringify(batch), /secret|owner|select|division/);
  const rows = await send('GET', path('/results'), { cookie });
  t.same(await rows.json(), [[1, 'two']]);
  const [listed] = await as.owner.json<BatchLink[]>('GET', `/api/batches/${started.id}/links`);
  t.notMatch(listed, { url: String });
  t.type(listed?.lastUsedAt, 'string');
});

t.test('a link shows only its batch, its rows and what it allows', async (t) => {
  const { run, send, create, visit } = await openLinkHarness(t);
  const batch = await run('owner', 'select n from generate_series(1, 50) n');
  const other = await run('owner', 'select 2');
  const link = await create(batch, { maxRows: 3 });
  const { batch: seen, path, cookie } = await visit(link);
  const [statement] = seen.statements;
  t.match(statement, { rowCount: 3, storedRowCount: 50 });
  t.match(statement?.columns, [{ min: null, max: null }], 'the extremes are of hidden rows');
  const rowsOf = async (query: string): Promise<unknown> =>
    (await send('GET', path(`/results${query}`), { cookie })).json();
  t.same(await rowsOf(''), [[1], [2], [3]]);
  t.same(await rowsOf('?offset=1&limit=50'), [[2], [3]]);
  t.same(await rowsOf('?offset=3'), []);
  t.same(await rowsOf('?offset=49&limit=1'), []);
  const statusOf = async (at: string, withCookie = cookie): Promise<number> =>
    (await send('GET', at, { cookie: withCookie })).status;
  t.equal(await statusOf(path('/results', statementOf(other))), 404, 'another batch');
  t.equal(await statusOf(path('/results', 'x')), 404);
  t.equal(await statusOf(path('/results'), ''), 404, 'without the cookie');
  t.equal(await statusOf(path('/results'), `${cookie.slice(0, -2)}AA`), 404, 'another signature');
  const second = await visit(await create(batch));
  t.equal(await statusOf(path('/results'), second.cookie), 404, 'the cookie of another link');
  t.equal(await statusOf(path('/download.csv')), 403);
  const direct = [
    `/api/batches/${batch.id}`,
    `/api/statements/${statementOf(batch)}/results`,
    `/statement-results/${statementOf(batch)}.csv`,
    `/api/batches/${batch.id}/links`,
  ];
  for (const at of direct) t.equal(await statusOf(at), 401, at);

  const downloads = await visit(await create(batch, { maxRows: 3, allowDownload: true }));
  const csv = await send('GET', downloads.path('/download.csv'), downloads);
  t.equal(await csv.text(), 'n\r\n1\r\n2\r\n3\r\n');
  t.equal((await send('GET', downloads.path('/download.parquet'), downloads)).status, 404);
  const all = await visit(await create(batch, { allowDownload: true }));
  const ndjson = await (await send('GET', all.path('/download.ndjson'), all)).text();
  t.equal(ndjson.trim().split('\n').length, 50);
  t.not(csv.headers.get('etag'), null);
  const xlsx = await send('GET', downloads.path('/download.xlsx'), downloads);
  t.equal(Buffer.from(await xlsx.arrayBuffer()).toString('latin1', 0, 2), 'PK');
});

t.test('a link ends for every reason, with the next request of every process', async (t) => {
  const { service, as, idOf, run, create, visit, open } = await openLinkHarness(t);
  const { database, admin } = service;
  const batch = await run('former');
  const elsewhere = senderTo((await service.startApi()).address);
  const accesses = await admin.json<{ id: number; userId: string }[]>(
    'GET',
    '/api/connection-accesses',
  );
  const access = accesses.find(({ userId }) => userId === idOf('former'));
  const setDisabled = (name: 'former' | 'boss', disabled: boolean) =>
    admin.json('PUT', `/api/users/${idOf(name)}`, { disabled });
  const link = await create(batch, {}, as.boss);
  const { path, cookie } = await visit(link);
  const statuses = async (): Promise<number[]> => [
    (await open(link)).status,
    (await elsewhere('POST', '/api/links/open', { body: { token: tokenOf(link) } })).status,
    (await elsewhere('GET', path('/results'), { cookie })).status,
  ];
  const untilAll = (status: number, title: string) =>
    until(title, async () => (await statuses()).every((each) => each === status), 3_000);
  const ends: [title: string, end: () => Promise<unknown>, restore: () => Promise<unknown>][] = [
    [
      'it expires',
      () => database.query(`update batch_links set expires_at = now() - interval '1 s'`),
      () => database.query(`update batch_links set expires_at = now() + interval '1 hour'`),
    ],
    [
      'its owner is disabled',
      () => setDisabled('former', true),
      () => setDisabled('former', false),
    ],
    ['its creator is disabled', () => setDisabled('boss', true), () => setDisabled('boss', false)],
  ];
  for (const [title, end, restore] of ends) {
    t.same(await statuses(), [200, 200, 200], `before ${title}`);
    await end();
    t.same(await statuses(), [404, 404, 404], title);
    await restore();
  }
  await admin.json('PUT', `/api/connection-accesses/${access?.id}/expire`);
  await untilAll(404, 'the access to the connection ended');
  await admin.json('POST', '/api/connection-accesses', {
    connectionId: service.connectionId,
    userId: idOf('former'),
  });
  await untilAll(200, 'the access is back');
  await as.former.json('DELETE', `/api/batches/${batch.id}/links/${link.id}`);
  t.same(await statuses(), [404, 404, 404], 'it is deleted');
});

t.test('an open download ends with its link', async (t) => {
  const { service, as, run, create, visit } = await openLinkHarness(t);
  const reading = await service.startApi();
  const batch = await run('owner', `select n, repeat('x', 100) from generate_series(1, 400000) n`);
  const link = await create(batch, { allowDownload: true });
  const { path, cookie } = await visit(link);
  const responses: IncomingMessage[] = [];
  for (const suffix of ['/results', '/download.csv']) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { headers: { cookie }, agent: false };
      httpGet(reading.address + path(suffix), options, resolve).once('error', reject);
    });
    t.equal(response.statusCode, 200);
    responses.push(response.pause());
  }
  await as.owner.json('DELETE', `/api/batches/${batch.id}/links/${link.id}`);
  const closed = () => reading.output().split('result stream closed: link ended').length - 1;
  await until('both responses are closed', () => closed() === 2);
  for (const each of responses) await t.rejects(buffer(each), 'the response is incomplete');
});

t.test('wrong passwords are refused, counted and limited', async (t) => {
  const { service, run, create, open, visit } = await openLinkHarness(t);
  const link = await create(await run('owner'), { password: 'two words more' });
  const codeOf = async (response: Response): Promise<[number, string]> => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ];
  t.same(await codeOf(await open(link)), [403, 'link_password']);
  t.same(await codeOf(await open(link, 'three words more')), [403, 'link_password']);
  await visit(link, 'two words more');
  for (let guess = 0; guess < 10; guess += 1) {
    t.same(await codeOf(await open(link, `guess ${guess}`)), [403, 'link_password']);
  }
  const limited = await open(link, 'two words more');
  t.ok(Number(limited.headers.get('retry-after')) > 0);
  t.same(await codeOf(limited), [429, 'too_many_attempts']);
  const [stored] = await service.database.query('select * from batch_links');
  t.notMatch(JSON.stringify(stored), new RegExp(`${tokenOf(link)}|two words more`));
});

t.test('only the owner and admins manage links, with valid values', async (t) => {
  const { as, run, create, share } = await openLinkHarness(t);
  const batch = await run('owner');
  await share('owner', batch, { userId: 'shared@example.com' });
  const { id } = await create(batch);
  const path = `/api/batches/${batch.id}/links`;
  for (const [name, status] of [
    ['shared', 403],
    ['stranger', 403],
    ['foreigner', 404],
  ] as const) {
    t.equal((await as[name].request('GET', path)).status, status, name);
    t.equal((await as[name].request('POST', path, { expiresInSeconds: 60 })).status, status, name);
    t.equal((await as[name].request('DELETE', `${path}/${id}`)).status, status, name);
  }
  t.equal((await as.boss.json<BatchLink[]>('GET', path)).length, 1);
  for (const [body, field] of [
    [{}, 'expiresInSeconds'],
    [{ expiresInSeconds: 2_592_001 }, 'expiresInSeconds'],
    [{ expiresInSeconds: 60, password: 'short' }, 'password'],
    [{ expiresInSeconds: 60, maxRows: 0 }, 'maxRows'],
    [{ expiresInSeconds: 60, allowDownload: 'yes' }, 'allowDownload'],
  ] as const) {
    const refused = await as.owner.request('POST', path, body);
    t.equal(refused.status, 400);
    t.match(await refused.json(), { errors: [{ path: field }] });
  }
  for (let count = 1; count < 50; count += 1) await create(batch);
  t.equal((await as.owner.request('POST', path, { expiresInSeconds: 60 })).status, 400);
  t.equal((await as.owner.request('DELETE', `${path}/x`)).status, 404);
});

t.test('every use is in the audit log, and no log or list contains the token', async (t) => {
  const { service, as, run, create, open, visit } = await openLinkHarness(t);
  const logged = await service.startApi({ SERVICE_LOG_LEVEL: 'trace' });
  const send = senderTo(logged.address);
  const batch = await run('owner');
  const link = await create(batch, { password: 'two words more', allowDownload: true });
  const token = tokenOf(link);
  await open(link, 'a wrong password');
  const visited = await visit(link, 'two words more');
  await send('POST', '/api/links/open', { body: { token, password: 'two words more' } });
  await (await send('GET', visited.path('/download.csv'), visited)).text();
  const page = await send('GET', `/share/${token}`);
  t.match(await page.text(), '<html');
  t.match(page.headers.get('x-robots-tag'), 'noindex');
  t.equal(page.headers.get('referrer-policy'), 'no-referrer');
  t.equal(page.headers.get('cache-control'), 'no-store');
  await send('GET', `/share/${token}/more`);
  await send('POST', `/share/${token}`, { body: {} });
  await as.owner.json('DELETE', `/api/batches/${batch.id}/links/${link.id}`);
  const events = await service.admin.json<{ action: string; outcome: string; detail: object }[]>(
    'GET',
    '/api/audit',
  );
  const ofLinks = events.filter(({ action }) => action.startsWith('link.')).reverse();
  t.same(
    ofLinks.map(({ action, outcome }) => `${action} ${outcome}`),
    [
      'link.created done',
      'link.opened refused',
      'link.opened done',
      'link.opened done',
      'link.downloaded done',
      'link.deleted done',
    ],
  );
  for (const { detail } of ofLinks) t.match(detail, { linkId: link.id });
  const lists = await Promise.all(
    ['/api/audit', '/api/query-history', '/api/batches?includeStatements=true'].map(async (path) =>
      (await service.admin.request('GET', path)).text(),
    ),
  );
  for (const list of lists) t.notMatch(list, token);
  t.match(logged.output(), '/share/:token');
  t.notMatch(logged.output(), token, 'the log of the API');
});

t.test('without the setting there are no links', async (t) => {
  const { as, run, service } = await openShareHarness(t);
  const batch = await run('owner');
  const refused = await as.owner.request('POST', `/api/batches/${batch.id}/links`, {
    expiresInSeconds: 60,
  });
  t.equal(refused.status, 403);
  t.match(await refused.json(), { code: 'public_links_disabled' });
  const send = senderTo(service.baseUrl);
  const opened = await send('POST', '/api/links/open', { body: { token: 'A'.repeat(43) } });
  t.equal(opened.status, 404);
});

t.test('links of before end when the setting is turned off', async (t) => {
  const { service, run, create, visit } = await openLinkHarness(t);
  const link = await create(await run('owner'));
  const { path, cookie } = await visit(link);
  const without = await service.startApi({ SERVICE_PUBLIC_LINKS: 'false' });
  const send = senderTo(without.address);
  const opened = await send('POST', '/api/links/open', { body: { token: tokenOf(link) } });
  t.equal(opened.status, 404);
  t.equal((await send('GET', path('/results'), { cookie })).status, 404);
});

t.test('a service without downloads offers none', async (t) => {
  const { service, run, create } = await openLinkHarness(t);
  const link = await create(await run('owner'), { allowDownload: true });
  const without = await service.startApi({ SERVICE_ALLOW_CSV_DOWNLOAD: 'false' });
  const send = senderTo(without.address);
  const opened = await send('POST', '/api/links/open', { body: { token: tokenOf(link) } });
  const batch = (await opened.json()) as LinkedBatch;
  t.equal(batch.allowDownload, false);
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
  const path = `/api/links/${link.id}/statements/${batch.statements[0]?.id}/download.csv`;
  t.equal((await send('GET', path, { cookie })).status, 403);
});
