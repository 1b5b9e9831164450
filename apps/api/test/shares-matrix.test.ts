import { linkDownloadFormats, type Batch, type CreatedBatchLink } from '@sluice/contracts';
import { until } from '@sluice/testkit';
import t from 'tap';
import { openLinkHarness, tokenOf } from './links-support.js';
import { openShareHarness, statementOf, type ShareHarness } from './shares-support.js';

/** The principals of the requests. */
const columns = [
  'owner',
  'user with a share',
  'user of a share for everyone',
  'stranger',
  'admin',
  'admin with a share',
  'admin without a tenant',
  'user of another tenant',
  'anonymous',
  'user with an expired share',
  'user with a revoked share',
  'user with a share of a disabled owner',
  'visitor of a link',
  'visitor of an expired link',
  'visitor of a revoked link',
  'visitor of a link of a disabled owner',
] as const;
type Column = (typeof columns)[number];

type Row = readonly number[];
/** Statuses in the order of `columns`. */
const metadata: Row = [
  200, 200, 200, 403, 200, 200, 200, 404, 401, 403, 403, 403, 401, 401, 401, 401,
];
const results: Row = [
  200, 200, 200, 403, 403, 200, 404, 404, 401, 403, 403, 403, 401, 401, 401, 401,
];
const managed: Row = [
  200, 403, 403, 403, 200, 200, 200, 404, 401, 403, 403, 403, 401, 401, 401, 401,
];
/** With the cookie of an opened link, which credentials do not replace. */
const visited: Row = [
  404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 404, 404, 404,
];
/** With the token of the link: for all others it is that of the link that is open. */
const opened: Row = [
  200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 404, 404, 404,
];

interface Call {
  title: string;
  statuses: Row;
  request(batch: Batch, harness: ShareHarness, link: CreatedBatchLink): Sent | Promise<Sent>;
}
type Sent = [method: string, path: string, body?: unknown];

const ofBatch =
  (path: string, method = 'GET', body?: unknown) =>
  ({ id }: Batch): Sent => [method, `/api/batches/${id}${path}`, body];
const ofStatement =
  (path: string, method = 'GET', body?: unknown) =>
  (batch: Batch): Sent => [method, `/api/statements/${statementOf(batch)}${path}`, body];

const ofLink =
  (path: string): Call['request'] =>
  (batch, _harness, link) => [
    'GET',
    `/api/links/${link.id}/statements/${statementOf(batch)}${path}`,
  ];

const calls: Call[] = [
  { title: 'batch', statuses: metadata, request: ofBatch('') },
  { title: 'wait for the batch', statuses: metadata, request: ofBatch('?wait=1') },
  { title: 'statements', statuses: metadata, request: ofBatch('/statements') },
  { title: 'events', statuses: metadata, request: ofBatch('/events') },
  { title: 'statement', statuses: metadata, request: ofStatement('') },
  { title: 'results', statuses: results, request: ofStatement('/results') },
  { title: 'page of results', statuses: results, request: ofStatement('/results?limit=1') },
  { title: 'HEAD of results', statuses: results, request: ofStatement('/results', 'HEAD') },
  { title: 'view', statuses: results, request: ofStatement('/view', 'POST', {}) },
  {
    title: 'comparison',
    statuses: results,
    request: (batch) =>
      ofStatement('/compare', 'POST', { before: statementOf(batch), keys: [0] })(batch),
  },
  ...['csv', 'xlsx', 'json', 'ndjson', 'parquet'].flatMap((format): Call[] => [
    {
      title: `download of ${format}`,
      statuses: results,
      request: ofStatement(`/download.${format}`),
    },
    {
      title: `file ${format}`,
      statuses: results,
      request: (batch) => ['GET', `/statement-results/${statementOf(batch)}.${format}`],
    },
  ]),
  {
    title: 'download of a view',
    statuses: results,
    request: ofStatement(`/download.csv?view=${encodeURIComponent('{"sort":[{"column":0}]}')}`),
  },
  { title: 'cancel', statuses: managed, request: ofBatch('/cancel', 'PUT') },
  { title: 'rows of a link', statuses: visited, request: ofLink('/results') },
  ...linkDownloadFormats.map((format): Call => ({
    title: `download of ${format} of a link`,
    statuses: visited,
    request: ofLink(`/download.${format}`),
  })),
  {
    title: 'opening a link',
    statuses: opened,
    request: (_batch, _harness, link) => ['POST', '/api/links/open', { token: tokenOf(link) }],
  },
  { title: 'list links', statuses: managed, request: ofBatch('/links') },
  {
    title: 'create a link',
    statuses: managed,
    request: ofBatch('/links', 'POST', { expiresInSeconds: 600 }),
  },
  {
    title: 'delete a link',
    statuses: managed,
    request: async (batch, { service }) => {
      const path = `/api/batches/${batch.id}/links`;
      const { id } = await service.admin.json<{ id: string }>('POST', path, {
        expiresInSeconds: 600,
      });
      return ['DELETE', `${path}/${id}`];
    },
  },
  { title: 'list shares', statuses: managed, request: ofBatch('/shares') },
  {
    title: 'create a share',
    statuses: managed,
    request: ofBatch('/shares', 'POST', { userId: 'spare@example.com' }),
  },
  {
    title: 'delete a share',
    statuses: managed,
    request: async (batch, { service, idOf }) => {
      const body = { userId: idOf('spare') };
      const path = `/api/batches/${batch.id}/shares`;
      const { id } = await service.admin.json<{ id: string }>('POST', path, body);
      return ['DELETE', `${path}/${id}`];
    },
  },
];

type Caller = { authorization: string } | { cookie: string } | undefined;

const credentialsOf = (caller: Caller): Record<string, string> => {
  if (caller === undefined) return {};
  return 'cookie' in caller ? { cookie: caller.cookie } : { authorization: caller.authorization };
};

t.test(
  'shares and links give reading and nothing else, within the tenant, until they end',
  async (t) => {
    const harness = await openLinkHarness(t);
    const { service, as, idOf, run, share, create, visit } = harness;
    const direct = await run('owner');
    await share('owner', direct, { userId: idOf('shared') });
    await share('owner', direct, { userId: idOf('chief') });
    const expired = await share('owner', direct, {
      userId: idOf('expired'),
      expiresInSeconds: 3600,
    });
    const revoked = await share('owner', direct, { userId: idOf('revoked') });
    const open = await run('owner');
    await share('owner', open, { groupId: '__EVERYONE__' });
    const orphaned = await run('former');
    await share('former', orphaned, { userId: idOf('shared') });
    await share('former', orphaned, { groupId: '__EVERYONE__' });
    const results = (name: 'expired' | 'revoked') =>
      as[name].request('GET', `/api/statements/${statementOf(direct)}/results`);
    t.equal((await results('expired')).status, 200, 'before its expiry');
    t.equal((await results('revoked')).status, 200, 'before its deletion');

    const allowed = { allowDownload: true };
    const links = {
      open: await create(direct, allowed),
      expired: await create(direct, allowed),
      revoked: await create(direct, allowed),
      orphaned: await create(orphaned, allowed, as.former),
    };
    const cookieOf = async (link: CreatedBatchLink) => ({ cookie: (await visit(link)).cookie });
    const visitors = {
      open: await cookieOf(links.open),
      expired: await cookieOf(links.expired),
      revoked: await cookieOf(links.revoked),
      orphaned: await cookieOf(links.orphaned),
    };

    // By the clock of the database.
    await service.database.query('update batch_shares set expires_at = now() where id = $1', [
      expired.id,
    ]);
    await service.database.query('update batch_links set expires_at = now() where id = $1', [
      links.expired.id,
    ]);
    await as.owner.json('DELETE', `/api/batches/${direct.id}/shares/${revoked.id}`);
    await as.owner.json('DELETE', `/api/batches/${direct.id}/links/${links.revoked.id}`);
    await service.admin.json('PUT', `/api/users/${idOf('former')}`, { disabled: true });

    const callers: Record<Column, [caller: Caller, batch: Batch, link?: CreatedBatchLink]> = {
      owner: [as.owner, direct],
      'user with a share': [as.shared, direct],
      'user of a share for everyone': [as.colleague, open],
      stranger: [as.stranger, direct],
      admin: [as.boss, direct],
      'admin with a share': [as.chief, direct],
      'admin without a tenant': [service.admin, open],
      'user of another tenant': [as.foreigner, open],
      anonymous: [undefined, open],
      'user with an expired share': [as.expired, direct],
      'user with a revoked share': [as.revoked, direct],
      'user with a share of a disabled owner': [as.shared, orphaned],
      'visitor of a link': [visitors.open, direct],
      'visitor of an expired link': [visitors.expired, direct, links.expired],
      'visitor of a revoked link': [visitors.revoked, direct, links.revoked],
      'visitor of a link of a disabled owner': [visitors.orphaned, orphaned, links.orphaned],
    };
    for (const { title, statuses, request } of calls) {
      for (const [at, column] of columns.entries()) {
        const [caller, batch, link = links.open] = callers[column];
        const [method, path, body] = await request(batch, harness, link);
        const response = await fetch(service.baseUrl + path, {
          method,
          headers: {
            ...credentialsOf(caller),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        t.equal(response.status, statuses[at], `${title} as ${column}: ${text.slice(0, 120)}`);
        if (response.status >= 400 && method !== 'HEAD') {
          t.notMatch(text, /select 1|one/, `${title} as ${column} discloses nothing`);
        }
      }
    }
    t.same(await as.shared.rows(statementOf(direct)), [[1, 2]], 'the rows are those of the owner');
  },
);

t.test('a reader of a running batch sees its progress and cannot cancel it', async (t) => {
  const { service, as, idOf, share } = await openShareHarness(t);
  const { id } = await as.owner.submit(service.connectionId, 'select pg_sleep(600)');
  const running = await as.owner.startedBatch(id);
  await share('owner', running, { userId: idOf('shared') });
  t.equal((await as.shared.json<Batch>('GET', `/api/batches/${id}`)).status, 'started');
  t.equal((await as.shared.request('PUT', `/api/batches/${id}/cancel`)).status, 403);
  t.equal((await as.owner.json<Batch>('GET', `/api/batches/${id}`)).cancel, null);
  const waiting = as.shared.json<Batch>('GET', `/api/batches/${id}?wait=30`);
  await as.owner.json('PUT', `/api/batches/${id}/cancel`);
  t.equal((await waiting).status, 'cancelled', 'the reader waits for the end as the owner does');
  await until(
    'the statement has ended',
    async () => (await service.target.running('pg_sleep(600)')) === 0,
  );
});
