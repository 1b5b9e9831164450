import type { Batch, Query } from '@sluice/contracts';
import { isDeep, until } from '@sluice/testkit';
import t from 'tap';
import { inBothSchemes, inOpenDialog, inPart } from './axe-support.js';
import { inNarrowWindows } from './geometry-support.js';
import { adminEmail, openWorkbench, run, untilCell, untilRun } from './support.js';

t.test('parameters in the workbench', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { admin, baseUrl, connectionId } = workbench.service;
  const page = await workbench.signedIn(adminEmail);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const bar = page.getByRole('form', { name: 'Parameters' });
  const field = (name: string) => bar.getByLabel(name, { exact: true });
  const newest = async (): Promise<Batch | undefined> =>
    (await admin.json<Batch[]>('GET', '/api/batches?limit=1'))[0];

  await t.test('a placeholder gets a field, and a run without its value names it', async (t) => {
    await run(page, 'select {{number}} + 1 as n, {{word}} as w');
    await page.getByText('The value of the parameter number is missing').waitFor();
    await until('the field has the focus', async () => {
      const id = await page.evaluate('document.activeElement.id');
      return id === 'parameter-number';
    });
    t.equal(await field('number').getAttribute('aria-invalid'), 'true');
    t.equal((await admin.json<Batch[]>('GET', '/api/batches')).length, 0, 'nothing was sent');
  });

  await t.test('Enter in a field runs the query with the values', async () => {
    await field('number').fill('41');
    await field('word').fill(`'; drop table t; --`);
    await page.keyboard.press('Enter');
    await untilCell(page, 1, 1, '42');
    await untilCell(page, 1, 2, `'; drop table t; --`);
  });

  await t.test(
    'a type gives the field its form, and values are checked before the run',
    async (t) => {
      await run(page, 'select {{day}} + 1 as d, 3 in ({{ids}}) as found, {{none}}::int as z');
      await bar.getByLabel('Type of day').selectOption('Date');
      await field('day').fill('2026-02-28');
      await bar.getByLabel('Type of ids').selectOption('List of integers');
      await field('ids').fill('1,3,x');
      await page.keyboard.press('Enter');
      await bar.getByLabel('Type of none').selectOption('Null');
      await bar.getByText('The value must be a whole number (element 3)').waitFor();
      await field('ids').press('Backspace');
      await field('ids').press('Escape');
      await page.getByRole('button', { name: 'Run', exact: true }).first().click();
      await untilCell(page, 1, 1, '2026-03-01');
      await untilCell(page, 1, 2, 'true');
      t.match(await newest(), {
        parameters: { day: '2026-02-28', ids: [1, 3], none: null },
        parameterTypes: { day: 'date', ids: 'integer[]', none: 'text' },
      });
    },
  );

  await t.test(
    'values stay in the tab after a reload, and a run opens with its values',
    async (t) => {
      await page.reload();
      await field('day').waitFor();
      const batch = await newest();
      await page.goto(`${baseUrl}/batches/${batch?.id ?? ''}`);
      await untilCell(page, 1, 1, '2026-03-01');
      await page.getByText('day = 2026-02-28, ids = [1,3], none = null').waitFor();
      await page.getByRole('button', { name: 'Open in editor' }).click();
      await bar.getByText('3', { exact: true }).waitFor();
      t.equal(await field('day').inputValue(), '2026-02-28');
    },
  );

  await t.test('a link has the values', async (t) => {
    const query = await admin.json<{ id: string }>('POST', '/api/queries', {
      name: 'By number',
      queryText: 'select {{number}} * 2 as n',
      connectionId,
    });
    await page.goto(`${baseUrl}/queries/${query.id}?p.number=21`);
    t.equal(await field('number').inputValue(), '21');
    await field('number').press('Enter');
    await untilRun(page, '1 row');
    await untilCell(page, 1, 1, '42');
    await bar.getByRole('button', { name: 'Copy link with values' }).click();
    await bar.getByRole('button', { name: 'Copied' }).waitFor();
    t.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      `${baseUrl}/queries/${query.id}?p.number=21`,
    );
  });

  await t.test('a saved query defines its parameters', async (t) => {
    const saved = (body: object) =>
      admin.json<{ id: string }>('POST', '/api/queries', { connectionId, ...body });
    const regions = await saved({
      name: 'Regions',
      queryText: "select * from (values (1, 'North'), (2, 'South')) r (id, name)",
    });
    const { id } = await saved({
      name: 'Orders of a region',
      queryText: 'select {{region}} as region, {{size}} as size, {{day}} + 1 as day',
    });
    await page.goto(`${baseUrl}/queries/${id}`);
    await bar.getByRole('button', { name: 'Define parameters' }).click();
    const dialog = page.getByRole('dialog', { name: 'Define parameters' });
    const fields = (name: string) => dialog.getByRole('group', { name });
    await fields('region').getByLabel('Type').selectOption('Integer');
    await fields('region').getByLabel('Label').fill('Region of the customer');
    await fields('region').getByRole('combobox', { name: 'Options from a query' }).click();
    await page.getByRole('option', { name: 'Regions' }).click();
    await fields('size').getByLabel('Type').selectOption('Text');
    await fields('size').getByRole('combobox', { name: 'Options', exact: true }).fill('small');
    await page.keyboard.press('Enter');
    await fields('size').getByRole('combobox', { name: 'Options', exact: true }).fill('large');
    await page.keyboard.press('Enter');
    await fields('day').getByLabel('Type').selectOption('Integer');
    await fields('day').getByLabel('Default').fill('soon');
    await inNarrowWindows(t, page, 'definitions');
    await inOpenDialog(t, page, 'definitions');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must be a whole number').waitFor();
    await fields('day').getByLabel('Type').selectOption('Date');
    await fields('day').getByLabel('Default').fill('2026-02-28');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    t.equal(await field('day').inputValue(), '2026-02-28');
    await field('size').selectOption('large');
    await bar.getByLabel('Region of the customer').click();
    await page.getByRole('option', { name: '2 – South' }).click();
    await bar.getByLabel('Region of the customer').press('Enter');
    await untilCell(page, 1, 3, '2026-03-01');
    await untilCell(page, 1, 2, 'large');
    const { parameters } = await admin.json<Query>('GET', `/api/queries/${id}`);
    t.same(parameters, [
      {
        name: 'region',
        label: 'Region of the customer',
        type: 'integer',
        required: true,
        optionsQueryId: regions.id,
      },
      { name: 'size', type: 'text', required: true, options: ['small', 'large'] },
      { name: 'day', type: 'date', required: true, default: '2026-02-28' },
    ]);
  });

  await t.test('a saved query runs on a page without the editor', async (t) => {
    const { id } = await admin.json<{ id: string }>('POST', '/api/queries', {
      connectionId,
      name: 'Size of an order',
      queryText: 'select {{size}} as size, {{n}} + {{more}} as n',
      chart: { chartType: 'bignumber', fields: { label: 'size', value: 'n' } },
      parameters: [
        { name: 'size', type: 'text', required: true, options: ['small', 'large'] },
        { name: 'n', type: 'integer', required: true, default: 40, label: 'Number' },
      ],
    });
    await page.goto(`${baseUrl}/queries`);
    await page.getByRole('button', { name: 'Preview Size of an order' }).click();
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    await page.waitForURL(`**/run/${id}`);
    await page.goto(`${baseUrl}/run/${id}?p.more=2`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('The value of the parameter size must be one of the options').waitFor();
    t.equal((await admin.json<Batch[]>('GET', `/api/batches?queryId=${id}`)).length, 0);
    await field('size').selectOption('large');
    await field('Number').press('Enter');
    await untilCell(page, 1, 1, 'large');
    await untilCell(page, 1, 2, '42');
    t.match(await newest(), { queryId: id, parameters: { size: 'large', n: 40, more: 2 } });
    await page.goto(`${baseUrl}/run/${id}?p.more=2&p.size=large&maxAge=600`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await untilCell(page, 1, 2, '42');
    const first = (await newest())?.id;
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText(/^Reused from/).waitFor();
    t.equal((await newest())?.id, first, 'the second run reuses the first');
    await inNarrowWindows(t, page, 'reused run');
    await inBothSchemes(t, page, 'reused run');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText(/^Reused from/).waitFor({ state: 'detached' });
    t.not((await newest())?.id, first);
    await inNarrowWindows(t, page, 'run page');
    // Only the line about the reused run has gone.
    if (isDeep) await inBothSchemes(t, page, 'run page');
  });

  await t.test('the fields fit into every window and are accessible, light and dark', async (t) => {
    await page.goto(`${baseUrl}/queries/new`);
    await page.getByRole('button', { name: 'New tab' }).click();
    const long = 'a_name_that_is_longer_than_the_field_of_its_value';
    await run(page, `select {{${long}}}, {{ids}}, {{day}}, {{none}} from t where a in ({{words}})`);
    await bar.getByLabel('Type of ids').selectOption('List of integers');
    await field('ids').fill('1,2,x,4,5,6,7,8,9,10,11,12');
    await field('ids').press('Enter');
    await bar.getByLabel('Type of day').selectOption('Timestamp');
    await bar.getByLabel('Type of none').selectOption('Null');
    await bar.getByLabel('Type of words').selectOption('List of texts');
    await bar.getByText('The value is missing').waitFor();
    await inNarrowWindows(t, page, 'fields');
    await inPart(t, page, 'fields', '[aria-label=Parameters]');
    t.same(workbench.problems, []);
  });
});
