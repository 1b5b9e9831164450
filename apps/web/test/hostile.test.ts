import { readFile } from 'node:fs/promises';
import { isDeep, sharedChromium, until } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { createHostileData } from './hostile-data.js';
import { found, isRun, recordScripts, scrollThrough } from './hostile-page.js';
import { hostileTexts, shownTexts } from './hostile-texts.js';
import { adminEmail, cell, openWorkbench, run, signIn, type, untilRun } from './support.js';

const identifier = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const lines = shownTexts.join('\n');

t.test('the hostile texts run scripts when inserted as HTML', async (t) => {
  t.ok(hostileTexts.length >= 200, `${hostileTexts.length} texts`);
  const context = await (await sharedChromium()).newContext();
  t.teardown(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(recordScripts);
  await page.goto('data:text/html,<main></main>');
  await page.evaluate(
    `for (const text of ${JSON.stringify(hostileTexts)}) {
      const place = document.createElement('div');
      place.innerHTML = text;
      document.body.append(place);
    }`,
  );
  await until('scripts ran', async () => (await found(page)).filter(isRun).length > 30);
  const elements = (await found(page)).filter((each) => !isRun(each));
  t.ok(elements.length > 100, `${elements.length} elements`);
});

t.test('external texts are rendered as text, even without a content security policy', async (t) => {
  const workbench = await openWorkbench({
    SERVICE_SERVICE_TOKEN_SECRET: 'a separate secret for service tokens',
  });
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const { admin, target, baseUrl, connectionId } = service;

  const context = await workbench.browser.newContext({
    bypassCSP: true,
    viewport: { width: 1360, height: 2_400 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.addInitScript(recordScripts);
  const harmless = async (t: Test, where: string): Promise<void> => {
    t.same(await found(page), [], where);
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(baseUrl + path);
    await page.waitForLoadState('networkidle');
  };

  await createHostileData(service);
  await page.goto(baseUrl);
  await signIn(page, adminEmail);

  await t.test('cell values and column names', async (t) => {
    const values = shownTexts.map((text) => `(${literal(text)})`).join(',');
    await run(
      page,
      `select text, json_build_object(text, text) as json from (values ${values}) v (text)`,
    );
    await untilRun(page, `${shownTexts.length} rows`);
    await cell(page, 1, 1).filter({ hasText: 'onerror' }).waitFor();
    t.equal(await cell(page, 1, 1).textContent(), shownTexts[0]);
    await scrollThrough(page, '[role=grid]');
    await harmless(t, 'cells');
    await cell(page, 1, 2).dblclick();
    await page.getByRole('dialog').getByText('onerror').waitFor();
    await harmless(t, 'full cell value');
    await page.keyboard.press('Escape');

    const columns = shownTexts.map((text, index) => `${index} as ${identifier(text)}`);
    await run(page, `select ${columns.join(', ')}`);
    await page.getByRole('columnheader', { name: shownTexts[0] ?? '' }).waitFor();
    await scrollThrough(page, '[role=grid]');
    await harmless(t, 'column names');
  });

  await t.test('a chart, its tooltip and its exported image', async (t) => {
    const values = shownTexts.slice(0, 12).map((text, index) => `(${literal(text)}, ${index})`);
    const name = identifier(shownTexts[3] ?? '');
    await run(page, `select * from (values ${values.join(',')}) v (label, ${name})`);
    await untilRun(page, '12 rows');
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    const canvas = page.getByRole('region', { name: 'Chart' }).locator('canvas').first();
    await canvas.waitFor();
    const box = await canvas.boundingBox();
    t.ok(box !== null && box.width > 100);
    for (let part = 0.1; box !== null && part < 1; part += 0.1) {
      await page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
      await page.waitForFunction(
        'new Promise((resolve) => requestAnimationFrame(() => resolve(true)))',
      );
    }
    await harmless(t, 'chart');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'SVG' }).click();
    const shown = await context.newPage();
    await shown.addInitScript(recordScripts);
    await shown.goto('data:text/html,<main></main>');
    // Inline in a page, so that its scripts would run.
    await shown.setContent(await readFile(await (await downloading).path(), 'utf8'));
    await shown.getByRole('img').or(shown.locator('svg')).first().waitFor();
    t.same(await found(shown), [], 'exported image');
    await shown.close();
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
  });

  await t.test('database errors and notices', async (t) => {
    const said = literal(lines);
    await run(
      page,
      `do $do$ begin raise exception using message = ${said}, detail = ${said}, hint = ${said}; end $do$`,
    );
    await untilRun(page, 'Failed');
    await page.getByText('Hint: ').waitFor();
    await page.locator('.cm-lintRange-error').first().hover();
    await page.locator('.cm-tooltip-lint').waitFor();
    await harmless(t, 'error');
    await run(page, `do $do$ begin raise notice using message = ${said}; end $do$`);
    await untilRun(page, 'Finished');
    await page.locator('pre').filter({ hasText: 'onerror' }).waitFor();
    await harmless(t, 'notices');
  });

  await t.test('schemas, tables, their columns and comments, and completion', async (t) => {
    const made = shownTexts.slice(0, 60).map((text, index) => {
      // PostgreSQL truncates longer names, and truncated names could collide.
      const name = identifier(`${index} ${text}`.slice(0, 60));
      return `create table ${name} (${name} int); comment on table ${name} is ${literal(text)};
        comment on column ${name}.${name} is ${literal(text)}; create schema ${name};`;
    });
    await target.query(made.join('\n'));
    await page.getByRole('button', { name: 'Refresh schema' }).click();
    await page.getByLabel('Search tables and columns').fill('onerror');
    await page
      .getByRole('treeitem', { name: /onerror/ })
      .first()
      .waitFor();
    await page
      .getByRole('treeitem', { name: /onerror/ })
      .first()
      .click();
    await scrollThrough(page, '[role=tree]');
    await harmless(t, 'tree');
    await type(page, 'select * from ');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete').waitFor();
    await scrollThrough(page, '.cm-tooltip-autocomplete ul');
    await harmless(t, 'completion');
    await page.keyboard.press('Escape');
  });

  await t.test('saved queries, tags and sharing', async (t) => {
    await open('/queries');
    await scrollThrough(page, '[role=list]');
    await harmless(t, 'queries');
    await page
      .getByRole('button', { name: /^Preview/ })
      .first()
      .click();
    await page.getByRole('region', { name: /^Preview of/ }).waitFor();
    await harmless(t, 'preview');
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await harmless(t, 'delete confirmation');
    const queries = await admin.json<{ id: string }[]>(
      'GET',
      `/api/queries?limit=${isDeep ? 3 : 1}`,
    );
    for (const { id } of queries) {
      await open(`/queries/${id}`);
      await page.getByRole('button', { name: 'Properties' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Can view', exact: true }).click();
      await page.getByRole('option').nth(20).waitFor();
      await harmless(t, 'properties');
      await open(`/query-table/${id}`);
      await harmless(t, 'table');
      await open(`/query-chart/${id}`);
      await harmless(t, 'chart');
    }
  });

  await t.test('the connection menu', async (t) => {
    await open('/queries/new');
    await page.getByRole('combobox', { name: 'Connection' }).click();
    await page
      .getByRole('option')
      .nth(Math.min(50, shownTexts.length - 1))
      .waitFor();
    await harmless(t, 'connections');
  });

  await t.test('runs', async (t) => {
    await admin.submit(connectionId, `select pg_sleep(1000) /* ${lines} */`);
    await open('/history');
    await page.getByRole('region', { name: 'Running now' }).waitFor();
    await scrollThrough(page, '[role=list]');
    await harmless(t, 'history');
    // The newest runs and one before it has ended.
    const batches = await admin.json<{ id: string }[]>(
      'GET',
      `/api/batches?limit=${isDeep ? 4 : 2}`,
    );
    for (const { id } of batches) {
      await page.goto(`${baseUrl}/batches/${id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await harmless(t, 'run');
    }
  });

  const adminPages = {
    connections: /^Edit/,
    access: /^Grant access/,
    users: /^Edit/,
    'service-tokens': /^Delete/,
    workers: null,
    audit: null,
  };
  for (const [section, dialogOf] of Object.entries(adminPages)) {
    await t.test(`admin: ${section}`, async (t) => {
      await open(`/admin/${section}`);
      await harmless(t, 'list');
      if (dialogOf === null) return;
      await page.getByRole('button', { name: dialogOf }).nth(0).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const choice = dialog.getByRole('combobox').first();
      if ((await choice.count()) > 0) await choice.click();
      await harmless(t, 'dialog');
    });
  }

  await t.test('the name of the user', async (t) => {
    await open('/profile');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page
      .getByText(shownTexts[0] ?? '')
      .first()
      .waitFor();
    await harmless(t, 'profile');
  });

  await t.test('addresses', async (t) => {
    for (let first = 0; first < shownTexts.length; first += 70) {
      const part = encodeURIComponent(shownTexts.slice(first, first + 70).join(' '));
      await page.goto(`${baseUrl}/queries?search=${part}&tag=${part}`);
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await harmless(t, 'search');
      await page.goto(`${baseUrl}/history?filter=${part}`);
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await harmless(t, 'filter');
    }
    for (const place of [
      '/queries/',
      '/batches/',
      '/query-table/',
      '/admin/',
      '/password-reset/',
    ]) {
      for (const text of shownTexts.slice(0, isDeep ? 4 : 1)) {
        await page.goto(baseUrl + place + encodeURIComponent(text));
        await page.getByRole('main').or(page.getByRole('alert')).first().waitFor();
        await harmless(t, place);
      }
    }
    await context.clearCookies();
    for (const text of shownTexts
      .filter((each) => /script:/i.test(each))
      .slice(0, isDeep ? 6 : 1)) {
      const hostile = encodeURIComponent(text);
      await page.goto(`${baseUrl}/signin?error=${hostile}&next=${hostile}`);
      await page.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
      await harmless(t, 'sign-in');
    }
  });
});
