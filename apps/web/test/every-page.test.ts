import { isDeep } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import t from 'tap';
import { inBothSchemes, inOpenDialog, inPart } from './axe-support.js';
import {
  dialogs,
  filterByValue,
  openEveryPage,
  privatePages,
  publicPages,
  showChart,
  showRow,
  showValues,
} from './every-page.js';
import { inEveryWindow, inNarrowWindows } from './geometry-support.js';
import { hasStrictPolicy, reportsViolations } from './policy-support.js';
import { untilRun } from './support.js';

t.test(
  'every page fits every window, has a strict policy and passes axe, light or dark',
  async (t) => {
    const { workbench, page, stranger, queryId, batchId } = await openEveryPage(
      'Fifty rows of a query with a name that is too long for a narrow window',
      // With a mount path, which every page must include in its links.
      { SERVICE_BASE_URL: '/sub' },
    );
    t.teardown(() => workbench.close());
    const { baseUrl } = workbench.service;
    // A tooltip under the pointer belongs to the button just clicked.
    const hideTooltip = async (): Promise<void> => {
      await page.mouse.move(0, 0);
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
    };
    const inspectDialog = async (what: string): Promise<void> => {
      await inNarrowWindows(t, page, what);
      await hideTooltip();
      await inOpenDialog(t, page, what);
    };
    let inspected = 0;
    const inspectDialogs = async (path: string): Promise<void> => {
      for (const { button } of dialogs(queryId).filter((dialog) => dialog.path === path)) {
        await page.getByRole('button', { name: button }).first().click();
        await page.getByRole('dialog').waitFor();
        await inspectDialog(button);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        inspected++;
      }
    };
    const visit = async (shown: Page, path: string): Promise<void> => {
      const response = await shown.goto(baseUrl + path);
      await inEveryWindow(t, shown, path);
      await inBothSchemes(t, shown, path);
      await hasStrictPolicy(t, shown, response, path);
    };
    for (const path of publicPages) await visit(stranger, path);
    for (const path of privatePages(queryId, batchId)) {
      await visit(page, path);
      await inspectDialogs(path);
    }

    await page.goto(`${baseUrl}/queries/${queryId}`);
    await untilRun(page, '50 rows');
    await inspectDialogs(`/queries/${queryId}`);
    t.equal(inspected, dialogs(queryId).length, 'every dialog');
    if (isDeep) {
      await showChart(page, false);
      await inEveryWindow(t, page, 'results');
    }
    await showChart(page, true);
    // The row takes space from the chart: with both, less fits than with one of them.
    if (isDeep) await inEveryWindow(t, page, 'results with a chart');
    await showRow(page);
    await inEveryWindow(t, page, 'results with a chart and a row');
    await hideTooltip();
    await inBothSchemes(t, page, 'results with a chart and a row');
    await page.getByRole('button', { name: 'Close row' }).click();
    await showChart(page, false);
    await showRow(page);
    await inNarrowWindows(t, page, 'results with a row');
    await page.getByRole('button', { name: 'Close row' }).click();
    await showValues(page);
    await inspectDialog('values of a column');
    await filterByValue(page);
    await inNarrowWindows(t, page, 'filtered results');
    await hideTooltip();
    await inPart(t, page, 'filtered results', '[role=group][aria-label=Filters]');

    t.same(workbench.problems, [], 'no script error and no violation of the policy');
    await reportsViolations(t, page, workbench);
  },
);
