import { until } from '@sluice/testkit';
import t from 'tap';
import { adminEmail, openWorkbench, run, untilRun } from './support.js';

/** Finds inline scripts and event handler attributes. */
const inline = `[...document.querySelectorAll('*')].flatMap((element) => [
  ...(element.localName === 'script' && !element.src ? ['script: ' + element.textContent.slice(0, 80)] : []),
  ...[...element.attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
])`;

t.test('no page violates its content security policy or contains inline scripts', async (t) => {
  const workbench = await openWorkbench({
    SERVICE_BASE_URL: '/sub',
    SERVICE_SERVICE_TOKEN_SECRET: 'a separate secret for service tokens',
  });
  t.teardown(() => workbench.close());
  const { service, problems } = workbench;
  const { admin, connectionId } = service;
  const sql = "select 'day ' || n as day, n * n as total from generate_series(1, 12) n";
  const query = await admin.json<{ id: string }>('POST', '/api/queries', {
    name: 'Totals',
    queryText: sql,
    connectionId,
    chart: { chartType: 'bar', fields: { barlabel: 'day', barvalue: 'total' } },
  });
  const batch = await admin.json<{ id: string }>('POST', '/api/batches', {
    connectionId,
    queryId: query.id,
    batchText: sql,
  });
  await admin.finalBatch(batch.id);

  const check = async (path: string, ready: string): Promise<void> => {
    const response = await page.goto(service.baseUrl + path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    t.match(policy, "script-src 'self'", path);
    t.match(policy, "worker-src 'self'", path);
    t.match(policy, "default-src 'none'", path);
    t.notMatch(policy, 'unsafe', path);
    await page.locator(ready).first().waitFor();
    t.same(await page.evaluate(inline), [], `${path}: no inline script`);
    t.same(problems, [], `${path}: no violation`);
  };
  let page = await workbench.open('/signin');
  await check('/signin', 'form');
  await check('/signup', 'form');
  await check('/password-reset/7', 'form');
  page = await workbench.signedIn(adminEmail);
  await run(page, sql);
  await untilRun(page, '12 rows');

  const pages = {
    '/': '[role=toolbar]',
    '/queries/new': '[role=gridcell]',
    [`/queries/${query.id}`]: '[role=toolbar]',
    '/queries': '[role=listitem]',
    '/history': '[role=listitem]',
    [`/batches/${batch.id}`]: '[role=gridcell]',
    [`/query-table/${query.id}`]: '[role=gridcell]',
    [`/query-chart/${query.id}`]: 'canvas',
    '/profile': 'form',
  };
  for (const [path, ready] of Object.entries(pages)) await check(path, ready);
  const forms = {
    connections: 'Add connection',
    access: 'Grant access',
    users: 'Add user',
    'service-tokens': 'Create token',
    workers: null,
    audit: null,
  };
  for (const [section, button] of Object.entries(forms)) {
    await check(`/admin/${section}`, 'h1');
    if (button === null) continue;
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').locator('form').waitFor();
    t.same(problems, [], `${button}: no violation`);
  }

  // The listener works: an injected script is blocked and reported.
  await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), {
    textContent: 'globalThis.injected = true',
  }))`);
  t.equal(await page.evaluate('globalThis.injected ?? null'), null);
  await until('the violation is reported', () => Promise.resolve(problems.length > 0));
  t.match(problems.join(), /policy: script-src-elem/);
});
